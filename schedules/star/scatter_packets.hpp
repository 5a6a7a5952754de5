// SPDX-License-Identifier: Apache-2.0
// Packets of a scatter along a tree of shortest paths, in the order in which they start. A gather
// is the same run backwards.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "schedules/star/star.hpp"

namespace romcast::star {

/// A packet to node `child` from the parent of `child`: `count` messages, from number `first` on.
/// With M messages for each node, message number i is the message i % M for the node order[i / M],
/// where `order` is that of ScatterPackets. Nodes are relative to the root.
struct ScatterPacket {
  std::uint64_t start = 1;  ///< first cycle
  NodeId child = 0;
  std::uint32_t first = 0, count = 0;
};

struct ScatterPackets {
  std::vector<NodeId> order;     ///< all nodes but the root, relative
  std::vector<std::uint8_t> up;  ///< by node: dimension to its parent
  std::vector<ScatterPacket> packets;
  std::uint64_t cycles = 0;  ///< last cycle of the last packet
};

/// The packets of the fastest scatter among those tried. Without start-up a packet holds all
/// messages for a node, the source sends the packets for the furthest nodes first, and no message
/// waits; with start-up a packet holds messages for one or several nodes of a subtree (see
/// scatter_packets.cpp). Throws InputError if the scatter takes more cycles than can be counted.
ScatterPackets scatter_packets(const Problem& problem);

/// The schedule of these packets, forwards (scatter) or backwards in time (gather).
OpenSchedule open_packets(const Problem& problem, std::shared_ptr<const ScatterPackets> packets);

}  // namespace romcast::star
