// SPDX-License-Identifier: Apache-2.0
// The graph G_i of Dimakopoulos & Dimopoulos 1996, section 3.3.1: a fat tree of arity k with
// exponential capacities (a channel has k times the lanes of a channel one level below). The
// highest i levels are merged into one vertex; in each of the k^i subtrees below this vertex, any
// two leaves are linked. In every port model, a leaf still sends and receives one message at a
// time.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

class CollapsedTree final : public GraphNetwork {
 public:
  CollapsedTree(NetworkOptions options, Graph graph)
      : GraphNetwork("collapsed-tree", std::move(options), std::move(graph)) {}

  [[nodiscard]] PortLimit port_limit_of(NodeId node, Ports ports) const override {
    return is_processor(node) ? PortLimit{1, 1, ports.half} : port_limit(ports);
  }
  [[nodiscard]] bool uneven_ports() const override { return true; }
};

Graph collapsed_graph(std::uint32_t k, std::uint32_t height, std::uint32_t collapsed) {
  NodeId leaves = 1, subtree = 1;  // number of leaves in the tree, and in one subtree
  for (std::uint32_t level = 1; level <= height; ++level) {
    leaves *= k;
    if (level <= height - collapsed) subtree *= k;
  }
  Graph graph = Graph::numbered(leaves);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  for (NodeId v = 0; v < leaves; ++v) {
    for (NodeId w = v + 1; w < (v / subtree + 1) * subtree; ++w) graph.join(v, w);
  }
  NodeId below = 0, width = leaves;  // first node and number of nodes of the level below
  std::uint32_t lanes = 1;
  for (std::uint32_t level = 1; level <= height - collapsed + 1; ++level, lanes *= k) {
    const bool top = level == height - collapsed + 1;
    const auto first = static_cast<NodeId>(graph.nodes.size());
    const NodeId children = top ? width : k;
    for (NodeId i = 0; i < width / children; ++i) {
      graph.nodes.push_back({fmt::format("s{}.{}", level, i), NodeRole::forwarder});
    }
    for (NodeId i = 0; i < width; ++i) graph.join(below + i, first + i / children, lanes);
    below = first;
    width /= children;
  }
  return graph;
}

}  // namespace

TopologyEntry collapsed_tree() {
  return {"collapsed-tree",
          "fat tree whose highest levels are one vertex, leaves of a subtree linked",
          {{"arity", "children of a switch, 2..16", ""},
           {"height", "levels of the tree, 1..10", ""},
           {"collapsed", "highest levels that become one vertex, 1..height", "1"}},
          [](const GivenValues& given) {
            const std::uint32_t k = given.number("arity", 2, 16);
            const std::uint32_t height = given.number("height", 1, 10);
            const std::uint32_t collapsed = given.number("collapsed", 1, height);
            double leaves = 1, subtree = 1;
            for (std::uint32_t level = 1; level <= height; ++level) {
              leaves *= k;
              if (level <= height - collapsed) subtree *= k;
            }
            check_size("height", std::to_string(height), 2 * leaves, subtree + k);
            if (subtree > kMostLanes) {
              throw InputError({"collapsed", collapsed},
                               fmt::format("at most {} links per branch", kMostLanes),
                               "collapse more levels");
            }
            return std::make_shared<CollapsedTree>(
                NetworkOptions{{"arity", std::to_string(k)},
                               {"height", std::to_string(height)},
                               {"collapsed", std::to_string(collapsed)}},
                collapsed_graph(k, height, collapsed));
          },
          "",
          false,
          false};
}

}  // namespace romcast
