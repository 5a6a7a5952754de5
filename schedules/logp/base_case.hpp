// SPDX-License-Identifier: Apache-2.0
// Solves the base cases of KSSS, section 3.3, by the outline that is printed there.
#pragma once

#include <cstdint>
#include <optional>

#include "schedules/logp/period.hpp"

namespace romcast::logp {

/// The period for L >= 3, a horizon t >= L, and f_t receivers (period.hpp); the processor that only
/// receives gets the letter b. Empty if the outline leads to no solution. For 4 <= L <= 10 and
/// t = L .. 4L+2 the outline leads to a solution only for t = 3L-3, and for t = 14 if L = 4.
std::optional<Period> base_case(std::uint32_t latency, std::uint32_t horizon);

}  // namespace romcast::logp
