// SPDX-License-Identifier: Apache-2.0
// Graphs as somebody describes them: nodes with names and roles, directed edges with lanes. Pure
// data, and the checks that every description passes, wherever it comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// What a node does, told by `role=` in files.
enum class NodeRole : std::uint8_t {
  processor,  ///< sends, receives and forwards for others
  endpoint,   ///< a processor that forwards nothing
  forwarder   ///< a switch ("switch"): forwards, has no messages of its own and wants none
};
/// "processor", "endpoint" or "switch".
std::string_view name(NodeRole role);
std::optional<NodeRole> find_role(std::string_view name);
/// Most links of a channel, so that a node of the hardware can have them.
inline constexpr std::uint32_t kMostLanes = 64;
/// Most nodes and channels of a network that is described or made.
inline constexpr std::uint32_t kMostNodes = std::uint32_t{1} << 20;
inline constexpr std::uint32_t kMostChannels = std::uint32_t{1} << 24;

struct Graph {
  struct Node {
    std::string name;
    NodeRole role = NodeRole::processor;
  };
  /// One direction.
  struct Edge {
    NodeId from = 0, to = 0;
    std::uint32_t lanes = 1;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;

  /// `processors` processors named p0, p1, ... and no edges.
  static Graph numbered(std::size_t processors);
  /// An edge in each direction.
  void join(NodeId a, NodeId b, std::uint32_t lanes = 1) {
    edges.push_back({a, b, lanes});
    edges.push_back({b, a, lanes});
  }
};

/// The nodes of the part of a graph that holds most processors (of equals those with the first), in
/// order: all of its processors reach each other along nodes that forward, and its switches are on
/// paths between processors. The node `inside` is in it unless it is kNone. Empty if there is no
/// part of two processors. Where reaching each other is no equivalence, since endpoints forward
/// nothing, the search is greedy.
std::vector<NodeId> largest_part(const Graph& graph, NodeId inside = kNone);
/// Whether there is a path to each node from one of these, or from each node to one of these; nodes
/// between the two ends forward.
std::vector<bool> reached(const Graph& graph, const std::vector<NodeId>& from);
std::vector<bool> reaching(const Graph& graph, const std::vector<NodeId>& to);
/// The graph that these nodes, in ascending order, and the edges between them make.
Graph part_of(const Graph& graph, const std::vector<NodeId>& nodes);

/// Some processor cannot be reached, or reaches nobody.
class NotConnected : public InputError {
 public:
  NotConnected(const std::string& what, std::string node)
      : InputError(what), node_(std::move(node)) {}
  /// The name of the first such node; empty if no two processors reach each other.
  [[nodiscard]] const std::string& node() const { return node_; }

 private:
  std::string node_;
};

/// Makes a graph from a description that may be wrong: each call throws InputError that says what
/// is wrong with what it is given, without a place.
class GraphBuilder {
 public:
  /// Names are words of printable ASCII without '#' and ','.
  NodeId add_node(std::string_view name, NodeRole role);
  /// kNone if there is none.
  [[nodiscard]] NodeId find(std::string_view name) const;
  void set_role(NodeId node, NodeRole role) { graph_.nodes[node].role = role; }
  /// One direction. Where there is an edge already its lanes are added: true.
  bool add_edge(NodeId from, NodeId to, std::uint32_t lanes);
  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// Two processors at least, else InputError. Processors come first, otherwise in order.
  [[nodiscard]] Graph ordered() const;
  /// The same, where all processors reach each other (else NotConnected), and without the switches
  /// that are on no path between processors.
  [[nodiscard]] Graph finish() const;

 private:
  Graph graph_;
  std::unordered_map<std::string, NodeId> number_of_;
  std::unordered_map<std::uint64_t, std::size_t> edge_of_;
};

}  // namespace romcast
