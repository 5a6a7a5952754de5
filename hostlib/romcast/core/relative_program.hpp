// SPDX-License-Identifier: Apache-2.0
// A symmetric schedule of a star graph, stored once for all nodes: "each node u sends the message
// with source u*a and destination u*a*p along dimension d".
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/star_graph.hpp"

namespace romcast {

/// A message as a node u sees it: it started at the node s = u*source and goes to s*destination.
struct RelativeMessage {
  NodeId source = 0;           ///< 0: an own message
  NodeId destination = kNone;  ///< kNone: all nodes want it (allgather)
  std::uint32_t index = 0;     ///< which of the messages from this source to this destination
  bool operator==(const RelativeMessage&) const = default;
};

/// Every node sends these messages, in this order, as one packet along one dimension; so it also
/// receives a packet of the same size from the neighbour along this dimension at the same time.
struct RelativePacket {
  Cycle start = 1;  ///< first cycle, of the start-up if there is one
  unsigned dimension = 2;
  std::vector<RelativeMessage> messages;
};

/// Packets in order of their start; those along different dimensions may overlap.
struct RelativeProgram {
  std::vector<RelativePacket> packets;
};

/// The hops of all nodes, computed while they are read.
OpenSchedule open_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                          Timing timing, std::shared_ptr<const RelativeProgram> program);
/// The hops that owned nodes send or receive, computed without the hops between other nodes. Every
/// node sends in each cycle that has hops, so if at least one node is owned, these hops end in the
/// same cycle as the whole schedule.
OpenPart open_part_of_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                              Timing timing, std::shared_ptr<const RelativeProgram> program);

}  // namespace romcast
