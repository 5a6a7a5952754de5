// SPDX-License-Identifier: Apache-2.0
// Any tree with a processor at every node: node 0 is the root, and a list gives every other node a
// parent with a lower number.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

Graph rooted_graph(const std::string& text) {
  const std::vector<std::uint32_t> parents = parse_list("parents", text, ',', 0);
  check_size("parents", text, static_cast<double>(parents.size()) + 1, 2);
  Graph graph = Graph::numbered(parents.size() + 1);
  for (NodeId v = 1; v <= parents.size(); ++v) {
    if (parents[v - 1] >= v) {
      throw InputError({"parents", text},
                       fmt::format("{} as the parent of node {}", parents[v - 1], v),
                       fmt::format("give a node before it, 0..{}", v - 1));
    }
    graph.join(v, parents[v - 1]);
  }
  return graph;
}

}  // namespace

TopologyEntry rooted_tree() {
  return {"rooted-tree",
          "any tree, a processor at every node",
          {{"parents", "parents of nodes 1, 2, ..., each before its children, e.g. 0,0,1", ""}},
          [](const GivenValues& given) {
            const std::string parents = given.text("parents");
            return std::make_shared<GraphNetwork>(
                "rooted-tree", NetworkOptions{{"parents", parents}}, rooted_graph(parents));
          }};
}

}  // namespace romcast
