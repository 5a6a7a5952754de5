// SPDX-License-Identifier: Apache-2.0
// Extra capacity of a design, so that other schedules of the same network fit.
#pragma once

#include <cstdint>

namespace romcast {

struct RtlRoom {
  /// Largest size: a board reports sizes in 2 bytes (word 4 of its identity).
  static constexpr std::uint32_t kMost = 65535;
  static constexpr unsigned kTimeBits = 24;  ///< least width of times and counters
  /// Words of every ROM and table; 0: as few as possible.
  std::uint32_t words = 0;
  std::uint32_t places = 0;  ///< slots of every queue; 0: as few as possible
  [[nodiscard]] bool any() const { return words > 0; }
};

}  // namespace romcast
