// SPDX-License-Identifier: Apache-2.0
// The outline by which the base cases of KSSS, section 3.3, are solved, as printed.
#pragma once

#include <cstdint>
#include <optional>

#include "schedules/logp/period.hpp"

namespace romcast::logp {

/// The period for L >= 3 and N = P(t) receivers; the receive-only processor gets a b. Empty where
/// the outline leads to no solution: for 4 <= L <= 10 all t from L to 4L+2 but 3L-3, and 14 for
/// L = 4.
std::optional<Period> base_case(std::uint32_t latency, std::uint32_t horizon);

}  // namespace romcast::logp
