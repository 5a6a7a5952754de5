// SPDX-License-Identifier: Apache-2.0
// Local rules by which a node of a star graph decides. The plan runs them in C++, the hardware in
// Verilog (rtl/star); both must make the same hops.
#pragma once

#include <cstdint>

namespace romcast {

/// The numbers are the RULE parameter of the Verilog nodes.
enum class StarRule : std::uint8_t {
  level = 1,  ///< allgather: substar by substar, counters only
  cyclic = 2  ///< alltoall: dimensions in turn, a message crosses each that brings it nearer
};

struct StarRules {
  StarRule rule = StarRule::level;
  std::uint32_t packet_cap = 0;  ///< most messages in a packet, 0: no limit
  /// level: slots for the messages that a node keeps; multi-port: the most that come by one
  /// dimension; cyclic: the most messages that wait for one dimension.
  std::uint32_t places = 0;
};

}  // namespace romcast
