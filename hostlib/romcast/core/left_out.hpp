// SPDX-License-Identifier: Apache-2.0
// Idle time that a schedule leaves out, so that its cycles can be counted.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast {

struct LeftOut {
  std::uint64_t at = 0;  ///< the instant, of the time that is left, before which it was
  std::uint64_t cycles = 0;
};

/// The time that has passed at an instant of the time that is left. `stretches` ascend.
inline std::uint64_t in_full(std::uint64_t instant, const std::vector<LeftOut>& stretches) {
  std::uint64_t time = instant;
  for (const LeftOut& stretch : stretches) time += stretch.at <= instant ? stretch.cycles : 0;
  return time;
}

}  // namespace romcast
