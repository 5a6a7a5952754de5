// SPDX-License-Identifier: Apache-2.0
// Local rules by which a node of a star graph chooses its hops. C++ runs the rules to compute the
// plan; the hardware runs the rules in Verilog (rtl/star), and must make the plan's hops.
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
  /// Slots that each memory of a node needs. level: the memory is the node's store, or in
  /// multi-port nodes the bank of one dimension. cyclic: the memory is the queue of one dimension.
  std::uint32_t places = 0;
};

}  // namespace romcast
