// SPDX-License-Identifier: Apache-2.0
// Solves the base cases of KSSS, section 3.3, by the outline that is printed there.
#pragma once

#include <cstdint>
#include <optional>

#include "schedules/logp/period.hpp"

namespace romcast::logp {

/// The period for L = `latency`, t = `horizon` and f_t receivers (period.hpp); the processor that
/// only receives gets the letter b, 1. Empty if L < 3, if t < L, or if the outline leads to no
/// solution. For 4 <= L <= 10 and t = L .. 4L+2 the outline leads to a solution only if t = 3L-3,
/// or if L = 4 and t = 14.
std::optional<Period> base_case(std::uint32_t latency, std::uint32_t horizon);

}  // namespace romcast::logp
