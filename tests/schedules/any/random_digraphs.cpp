// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/random_digraphs.hpp"

#include <map>
#include <random>

namespace romcast::test {

Network random_digraph(NodeId processors, NodeId switches, unsigned more, unsigned seed) {
  std::mt19937 random(seed);
  const NodeId nodes = processors + switches;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> lanes;
  const auto add = [&](NodeId a, NodeId b) {
    if (a == b || lanes.contains({a, b})) return;
    lanes[{a, b}] = 1 + static_cast<std::uint32_t>(random() % 3);
    if (switches > 0) lanes[{b, a}] = lanes[{a, b}];
  };
  std::vector<NodeId> order;
  for (NodeId v = 0; v < nodes; ++v) order.insert(order.begin() + random() % (v + 1), v);
  for (NodeId i = 0; i < nodes; ++i) add(order[i], order[(i + 1) % nodes]);
  for (unsigned i = 0; i < more; ++i) {
    const auto a = static_cast<NodeId>(random() % nodes), b = static_cast<NodeId>(random() % nodes);
    add(a, b);
  }
  std::vector<Edge> edges;
  for (const auto& [pair, count] : lanes) edges.push_back({pair.first, pair.second, count});
  return std::make_shared<EdgeNetwork>(processors, nodes, edges);
}

Network a100(NodeId boxes) {
  const NodeId gpus = 8 * boxes, common = gpus + boxes;
  std::vector<Edge> edges;
  for (NodeId g = 0; g < gpus; ++g) {
    edges.push_back({g, gpus + g / 8, 12});
    if (boxes > 1) edges.push_back({g, common, 1});
  }
  return undirected(gpus, edges, boxes > 1 ? common + 1 : common);
}

}  // namespace romcast::test
