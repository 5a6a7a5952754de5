// SPDX-License-Identifier: Apache-2.0
// Broadcasts and allgathers as a digraph: the vertices that have messages, those that want all of
// them, and the capacities of the arcs. An endpoint does not forward, so it has one vertex that
// receives and, if the endpoint has messages, another one that sends.
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
  /// The node of each vertex. Vertices below the number of nodes have the numbers of their nodes;
  /// the sending vertices of endpoints follow.
  std::vector<NodeId> node;
  std::vector<std::int64_t> messages;  ///< by vertex: messages that start there
  std::vector<bool> wants;             ///< by vertex: it must receive every message
  std::vector<std::size_t> own;        ///< by vertex: receiving vertex of the same node
  std::vector<Arc> arcs;
  std::int64_t period = 1;  ///< cycles in which the arcs carry their capacities
  bool symmetric = false;   ///< true only if every vertex sees the same graph

  [[nodiscard]] std::size_t vertices() const { return node.size(); }
  /// The sum of `messages`: all messages, each counted where it starts.
  [[nodiscard]] std::int64_t all_messages() const;
};

/// The direction in which links carry messages: a reduce-scatter is an allgather in the reversed
/// network.
enum class Direction : std::uint8_t { forward, reversed };

/// The graph of a broadcast or allgather with one message of each sender.
SpreadGraph spread_graph(const Topology& topology, const Collective& collective,
                         Direction direction = Direction::forward);

}  // namespace romcast::bounds
