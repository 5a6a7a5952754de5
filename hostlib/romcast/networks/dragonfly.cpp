// SPDX-License-Identifier: Apache-2.0
// Dragonflies (Kim, Dally, Scott & Abts 2008) with one processor per router. There are A*H + 1
// groups of A routers; all routers of a group are linked with each other. Each router has H global
// links, and one global link joins any two groups. Global link j = 0..A*H-1 of group g, at the
// group's router j / H, goes to group g + j + 1 modulo the number of groups, so all groups look the
// same.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

Graph dragonfly_graph(std::uint32_t routers, std::uint32_t global) {
  const std::uint32_t links = routers * global, groups = links + 1;
  Graph graph = Graph::numbered(std::size_t{groups} * routers);
  for (std::uint32_t group = 0; group < groups; ++group) {
    const NodeId first = group * routers;
    for (NodeId a = 0; a < routers; ++a) {
      for (NodeId b = a + 1; b < routers; ++b) graph.join(first + a, first + b);
    }
    for (std::uint32_t link = 0; link < links; ++link) {
      const std::uint32_t other = (group + link + 1) % groups;
      const NodeId to = other * routers + (links - 1 - link) / global;
      graph.edges.push_back({first + link / global, to});
    }
  }
  return graph;
}

}  // namespace

TopologyEntry dragonfly() {
  return {
      "dragonfly",
      "A*H + 1 groups of A processors; those of a group are all linked, so are the groups",
      {{"routers", "A, processors of a group, 1..128", ""},
       {"global", "H, links of a processor to other groups, 1..128", ""}},
      [](const GivenValues& given) {
        const std::uint32_t routers = given.number("routers", 1, 128);
        const std::uint32_t global = given.number("global", 1, 128);
        check_size("routers", std::to_string(routers),
                   double(routers) * (double(routers) * global + 1), double(routers) - 1 + global);
        return std::make_shared<GraphNetwork>("dragonfly",
                                              NetworkOptions{{"routers", std::to_string(routers)},
                                                             {"global", std::to_string(global)}},
                                              dragonfly_graph(routers, global));
      }};
}

}  // namespace romcast
