// SPDX-License-Identifier: Apache-2.0
// Packets of a scatter along a tree of shortest paths, in the order in which they start. A gather
// is the same run backwards.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "schedules/star/star.hpp"

namespace romcast::star {

/// A packet to node `child` (relative) from its parent. Messages are counted along `order` of
/// ScatterPackets, M for each node: number i is message i % M for the node order[i / M].
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

/// The fastest packets among those tried. Without start-up a packet holds the M messages for a
/// node, the furthest node first, and no message waits; with start-up a packet holds the messages
/// for a part of a subtree (see scatter_packets.cpp).
ScatterPackets scatter_packets(const Problem& problem);

/// The schedule of these packets, forwards (scatter) or backwards in time (gather).
OpenSchedule open_packets(const Problem& problem, std::shared_ptr<const ScatterPackets> packets);

}  // namespace romcast::star
