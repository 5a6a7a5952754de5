// SPDX-License-Identifier: Apache-2.0
// k-ary n-trees (Petrini & Vanneschi 1997), the usual construction of fat trees in real machines: N
// levels of K^(N-1) switches each. A switch is a word of N-1 digits to the base K. Switches of
// levels l and l+1 (level 1 is next to the processors) are linked if their words differ at most in
// the l-th digit from the right. Each switch of level 1 is linked with the K processors whose
// numbers, of N digits, begin with the word of the switch.
#include <fmt/format.h>

#include <cmath>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

Graph tree_graph(std::uint32_t arity, std::uint32_t height) {
  NodeId words = 1;
  for (std::uint32_t i = 1; i < height; ++i) words *= arity;
  const NodeId processors = words * arity;
  Graph graph = Graph::numbered(processors);
  for (NodeId p = 0; p < processors; ++p) {
    graph.nodes[p].role = NodeRole::endpoint;
    graph.join(p, processors + p / arity);
  }
  NodeId step = 1;  // weight of a digit
  for (std::uint32_t level = 1; level <= height; ++level) {
    for (NodeId word = 0; word < words; ++word) {
      graph.nodes.push_back({fmt::format("s{}.{}", level, word), NodeRole::forwarder});
    }
    if (level == height) break;
    const NodeId below = processors + (level - 1) * words;
    for (NodeId word = 0; word < words; ++word) {
      const NodeId others = word - word / step % arity * step;
      for (NodeId digit = 0; digit < arity; ++digit) {
        graph.join(below + word, below + words + others + digit * step);
      }
    }
    step *= arity;
  }
  return graph;
}

}  // namespace

TopologyEntry k_ary_n_tree() {
  return {
      "k-ary-n-tree",
      "K^H processors under H levels of K^(H-1) switches each, with K^(H-1) roots",
      {{"arity", "K, links of a switch up and down, 2..64", ""},
       {"height", "H, levels of switches, 1..12", ""}},
      [](const GivenValues& given) {
        const std::uint32_t arity = given.number("arity", 2, 64);
        const std::uint32_t height = given.number("height", 1, 12);
        const double words = std::pow(arity, height - 1);
        check_size("height", std::to_string(height), words * (arity + height), 2.0 * arity);
        return std::make_shared<GraphNetwork>(
            "k-ary-n-tree",
            NetworkOptions{{"arity", std::to_string(arity)}, {"height", std::to_string(height)}},
            tree_graph(arity, height));
      }};
}

}  // namespace romcast
