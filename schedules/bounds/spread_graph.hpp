// SPDX-License-Identifier: Apache-2.0
// Broadcasts and allgathers as a digraph: who has messages, who wants all of them, and what its
// arcs carry. An endpoint forwards nothing, so it is two vertices: one receives, one sends.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast::bounds {

struct SpreadGraph {
  struct Arc {
    std::size_t from = 0, to = 0;
    std::int64_t capacity = 0;      ///< messages in a period
    std::vector<ChannelId> path{};  ///< the channels that a message crosses along the arc
  };
  /// The vertices of a node are the node's own number and, of an endpoint, one above all nodes.
  std::vector<NodeId> node;
  std::vector<std::int64_t> messages;  ///< by vertex: those that start there, of one each
  std::vector<bool> wants;             ///< by vertex: it must receive every message
  std::vector<std::size_t> own;        ///< by vertex: where its messages are known, too
  std::vector<Arc> arcs;
  std::int64_t period = 1;  ///< of the capacities, in cycles
  bool symmetric = false;   ///< every vertex sees the same graph

  [[nodiscard]] std::size_t vertices() const { return node.size(); }
  /// Messages that start at all vertices.
  [[nodiscard]] std::int64_t all_messages() const;
};

/// In which direction links carry messages: a reduce-scatter is an allgather in the reversed
/// network.
enum class Direction : std::uint8_t { forward, reversed };

/// Broadcast or allgather of one message each.
SpreadGraph spread_graph(const Topology& topology, const Collective& collective,
                         Direction direction = Direction::forward);

}  // namespace romcast::bounds
