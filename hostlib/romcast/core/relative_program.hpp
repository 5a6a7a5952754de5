// SPDX-License-Identifier: Apache-2.0
// A schedule that all nodes of a star graph run alike, told once, in the terms of any node: "send
// what you have from your node u*a, meant for the node p away from that one, along dimension d".
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
  NodeId destination = kNone;  ///< kNone: everybody wants it (allgather)
  std::uint32_t index = 0;     ///< which of the M messages of the relation
  bool operator==(const RelativeMessage&) const = default;
};

/// Every node sends these messages, in this order, as one packet along one dimension; so it
/// receives as many by the same link at the same time.
struct RelativePacket {
  Cycle start = 1;  ///< first cycle, of the start-up if there is one
  unsigned dimension = 2;
  std::vector<RelativeMessage> messages;
};

/// Packets in order of their start; those along different dimensions may overlap.
struct RelativeProgram {
  std::vector<RelativePacket> packets;
};

/// The hops of all nodes, computed as they are read.
OpenSchedule open_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                          Timing timing, std::shared_ptr<const RelativeProgram> program);
/// Of some nodes, without a look at the hops of the others. Every node sends in each cycle in which
/// any does, so a part of one node or more ends when all do.
OpenPart open_part_of_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                              Timing timing, std::shared_ptr<const RelativeProgram> program);

}  // namespace romcast
