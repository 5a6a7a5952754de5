// SPDX-License-Identifier: Apache-2.0
// Local rules by which a node of a star graph chooses its hops. The plan runs them in C++, the
// hardware in Verilog (rtl/star); both must make the same hops.
#pragma once

#include <cstdint>

namespace romcast {

/// The numbers are the RULE parameter of the Verilog nodes.
enum class StarRule : std::uint8_t {
  level = 1,  ///< allgather: substar by substar; nodes need only counters
  cyclic = 2  ///< alltoall: dimensions in turn; a message crosses those that bring it nearer
};

struct StarRules {
  StarRule rule = StarRule::level;
  std::uint32_t packet_cap = 0;  ///< maximum number of messages in a packet, 0: no limit
  /// Slots that a node needs. level: for all messages that the node keeps, or, if it is multi-port,
  /// for the messages that arrive along one dimension. cyclic: for the messages that wait for one
  /// dimension.
  std::uint32_t places = 0;
};

}  // namespace romcast
