// SPDX-License-Identifier: Apache-2.0
// Uses machines with o > 0 or g > 1 as postal machines (o = 0, g = 1): all processors send at
// multiples of one pace, and L + 2o is rounded up to whole paces.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

struct Pace {
  std::uint64_t cycles = 1;   ///< at least g and 2o
  std::uint32_t latency = 1;  ///< in paces
};

/// Paces at which no send overhead overlaps a receive overhead, because (L+o) mod pace lies in
/// [o, pace-o]. For each latency up to kMostLatency paces that has such a pace, the shortest one;
/// and the shortest one for any latency.
std::vector<Pace> paces(const Machine& machine);
inline constexpr std::uint32_t kMostLatency = 128;

/// The schedule `open` with every hop of cycle c moved to cycle (c-1) * pace + 1.
OpenSchedule at_pace(OpenSchedule open, std::uint64_t pace);

}  // namespace romcast::logp
