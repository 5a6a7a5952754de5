// SPDX-License-Identifier: Apache-2.0
// How much larger than its schedule needs a design is made, so that others of the same network fit.
#pragma once

#include <cstdint>

namespace romcast {

struct RtlRoom {
  static constexpr std::uint32_t kMost = 65535;  ///< as an identity has it
  static constexpr unsigned kTimeBits = 24;      ///< of times and counters
  std::uint32_t words = 0;                       ///< of every ROM and table; 0: as small as can be
  std::uint32_t places = 0;                      ///< of every queue
  [[nodiscard]] bool any() const { return words > 0; }
};

}  // namespace romcast
