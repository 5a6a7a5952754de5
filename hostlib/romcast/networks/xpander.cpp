// SPDX-License-Identifier: Apache-2.0
// Xpander (Valadarsky, Shahaf, Dinitz & Schapira 2016): a random lift of the complete graph of D +
// 1 nodes. Each node of the complete graph becomes a group of K processors, and each link a random
// matching of two groups. Processor i of group g is number g*K + i.
#include <algorithm>
#include <numeric>

#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/random_links.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

Graph lifted(std::uint32_t degree, std::uint32_t lift, std::mt19937_64& random) {
  Graph graph = Graph::numbered(std::size_t{degree + 1} * lift);
  std::vector<NodeId> partner(lift);
  for (NodeId a = 0; a <= degree; ++a) {
    for (NodeId b = a + 1; b <= degree; ++b) {
      std::iota(partner.begin(), partner.end(), NodeId{0});
      for (std::size_t i = lift; i-- > 1;) std::swap(partner[i], partner[draw(random, i + 1)]);
      for (NodeId i = 0; i < lift; ++i) graph.join(a * lift + i, b * lift + partner[i]);
    }
  }
  return graph;
}

}  // namespace

TopologyEntry xpander() {
  return {"xpander",
          "D + 1 groups of K processors with D links each; random matchings of each two groups",
          {{"out-degree", "D, links of a processor, 2..256", ""},
           {"lift", "K, processors of a group, 1..4096", ""},
           seed_option()},
          [](const GivenValues& given) {
            const std::uint32_t degree = given.number("out-degree", 2, 256);
            const std::uint32_t lift = given.number("lift", 1, 4096);
            const std::uint32_t seed = given.number("random-seed", 0, kNone - 1);
            const std::string text = std::to_string(lift);
            check_size("lift", text, (degree + 1.0) * lift, degree);
            return std::make_shared<GraphNetwork>(
                "xpander",
                NetworkOptions{{"out-degree", std::to_string(degree)},
                               {"lift", text},
                               {"random-seed", std::to_string(seed)}},
                connected_draw(seed, "lift", text, [&](std::mt19937_64& random) {
                  return lifted(degree, lift, random);
                }));
          }};
}

}  // namespace romcast
