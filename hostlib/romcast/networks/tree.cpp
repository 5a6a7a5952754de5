// SPDX-License-Identifier: Apache-2.0
// Trees whose numbers of children depend on the level (Dimakopoulos & Dimopoulos 1996, section 4),
// with processors at the leaves and, for each level, a number of links per branch.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers children_of(const std::string& text) {
  const Numbers children = parse_list("children", text, ',', 1);
  double nodes = 1, width = 1;
  for (auto level = children.rbegin(); level != children.rend(); ++level) {
    width *= *level;
    nodes += width;
  }
  check_size("children", text, nodes, 2);  // two directed channels per node
  if (std::ranges::all_of(children, [](std::uint32_t k) { return k == 1; })) {
    throw InputError({"children", text}, "one processor", "give a number above 1");
  }
  return children;
}

Numbers lanes_of(const std::string& text, const Numbers& children) {
  if (text == "constant") return Numbers(children.size(), 1);
  const Numbers lanes = parse_list("capacity", text, ',', 1);
  if (lanes.size() != children.size()) {
    throw InputError({"capacity", text},
                     fmt::format("{} of {}", counted(lanes.size(), "level"), children.size()),
                     "give one per level");
  }
  for (const std::uint32_t each : lanes) {
    if (each > kMostLanes) {
      throw InputError({"capacity", text}, fmt::format("at most {} links per branch", kMostLanes));
    }
  }
  return lanes;
}

Graph tree_graph(const Numbers& children, const Numbers& lanes) {
  NodeId leaves = 1;
  for (const std::uint32_t k : children) leaves *= k;
  Graph graph = Graph::numbered(leaves);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  NodeId below = 0, width = leaves;  // first node and number of nodes of the level below
  for (std::size_t level = 0; level < children.size(); ++level) {
    const auto first = static_cast<NodeId>(graph.nodes.size());
    for (NodeId i = 0; i < width / children[level]; ++i) {
      graph.nodes.push_back({fmt::format("s{}.{}", level + 1, i), NodeRole::forwarder});
    }
    for (NodeId i = 0; i < width; ++i) {
      graph.join(below + i, first + i / children[level], lanes[level]);
    }
    below = first;
    width /= children[level];
  }
  return graph;
}

}  // namespace

TopologyEntry tree() {
  return {
      "tree",
      "processors at the leaves; the switches of a level have equally many children",
      {{"children", "K1,...,KH, children of a switch of level 1 (next to the leaves), 2, ...", ""},
       {"capacity", "links per branch: constant | C1,...,CH", "constant"}},
      [](const GivenValues& given) {
        const std::string children = given.text("children"), capacity = given.text("capacity");
        const Numbers numbers = children_of(children);
        return std::make_shared<GraphNetwork>(
            "tree", NetworkOptions{{"children", children}, {"capacity", capacity}},
            tree_graph(numbers, lanes_of(capacity, numbers)));
      }};
}

}  // namespace romcast
