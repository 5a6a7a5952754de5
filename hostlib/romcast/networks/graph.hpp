// SPDX-License-Identifier: Apache-2.0
// Graphs from descriptions: nodes with names and roles, directed edges with lanes. Pure data, and
// the checks that every description passes, whatever its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// The role of a node, given by `role=` in files.
enum class NodeRole : std::uint8_t {
  processor,  ///< sends, receives and forwards for others
  endpoint,   ///< a processor that does not forward
  forwarder   ///< a switch ("switch"): forwards, but has no messages of its own
};
/// "processor", "endpoint" or "switch".
std::string_view name(NodeRole role);
std::optional<NodeRole> find_role(std::string_view name);
/// Maximum number of links of a channel, a limit of the Verilog nodes.
inline constexpr std::uint32_t kMostLanes = 64;
/// Limits on nodes and channels of described and generated networks.
inline constexpr std::uint32_t kMostNodes = std::uint32_t{1} << 20;
inline constexpr std::uint32_t kMostChannels = std::uint32_t{1} << 24;

/// Bandwidth and latency of a link and the overheads of its two nodes as text: "25GB/s", "0.7us";
/// empty: not given.
struct LinkSpeed {
  std::string bandwidth{}, latency{}, sending{}, receiving{};
  bool operator==(const LinkSpeed&) const = default;
};

struct Graph {
  struct Node {
    std::string name;
    NodeRole role = NodeRole::processor;
  };
  /// A directed edge.
  struct Edge {
    NodeId from = 0, to = 0;
    std::uint32_t lanes = 1;
    LinkTime time{};
    std::uint32_t speed = 0;  ///< index of its LinkSpeed, until `time` is set
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;

  /// `processors` processors named p0, p1, ... and no edges.
  static Graph numbered(std::size_t processors);
  /// Throws InputError if there is no node with this number.
  void check(NodeId node) const;
  /// Adds an edge in each direction.
  void join(NodeId a, NodeId b, std::uint32_t lanes = 1, LinkTime time = {}) {
    edges.push_back({a, b, lanes, time});
    edges.push_back({b, a, lanes, time});
  }
};

/// A graph whose links have no times yet.
struct GraphWithSpeeds {
  Graph graph;
  std::vector<LinkSpeed> speeds{};  ///< indexed by Graph::Edge::speed; empty: no edge has a speed
};

/// The nodes, ascending, of the connected part with most processors (ties: the part whose list of
/// processors is first in lexicographic order). In a connected part, all processors reach each
/// other along forwarding nodes, and all switches are on paths between its processors. If `inside`
/// is not kNone, the part contains that node. Empty if no such part has two processors.
/// Reachability is no equivalence if there are endpoints, since endpoints do not forward; then the
/// search is greedy. This function and the next three throw InputError for numbers of nodes, also
/// at ends of edges, that the graph does not have.
std::vector<NodeId> largest_part(const Graph& graph, NodeId inside = kNone);
/// For each node: true if it is in `from`, or if a path leads to it from a node of `from`. All
/// intermediate nodes of a path forward.
std::vector<bool> reached(const Graph& graph, const std::vector<NodeId>& from);
/// For each node: true if it is in `to`, or if a path leads from it to a node of `to`. All
/// intermediate nodes of a path forward.
std::vector<bool> reaching(const Graph& graph, const std::vector<NodeId>& to);
/// The subgraph that these nodes, in ascending order, induce.
Graph part_of(const Graph& graph, const std::vector<NodeId>& nodes);

/// Some processor does not reach all others, or is not reached from all others.
class NotConnected : public InputError {
 public:
  NotConnected(const std::string& what, std::string node)
      : InputError(what), node_(std::move(node)) {}
  /// The name of the first processor outside the largest connected part; empty if no two processors
  /// reach each other.
  [[nodiscard]] const std::string& node() const { return node_; }

 private:
  std::string node_;
};

/// Builds a graph from an unchecked description. A call with wrong arguments throws InputError,
/// whose text names the error, but no location.
class GraphBuilder {
 public:
  /// Names are words of printable ASCII without '#' and ','.
  NodeId add_node(std::string_view name, NodeRole role);
  /// Returns kNone if there is no such node.
  [[nodiscard]] NodeId find(std::string_view name) const;
  /// Adds a directed edge and returns false. If the edge exists already, adds the lanes to it and
  /// returns true; `time` and `speed` must then equal those of the edge.
  bool add_edge(NodeId from, NodeId to, std::uint32_t lanes, LinkTime time = {},
                std::uint32_t speed = 0);
  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// The graph with processors first, otherwise in the order of add_node(). Throws InputError for
  /// fewer than two processors.
  [[nodiscard]] Graph ordered() const;
  /// Like ordered(), but without the switches that are on no path between processors. Throws
  /// NotConnected unless all processors reach each other.
  [[nodiscard]] Graph finish() const;

 private:
  Graph graph_;
  std::unordered_map<std::string, NodeId> number_of_;
  std::unordered_map<std::uint64_t, std::size_t> edge_of_;
};

}  // namespace romcast
