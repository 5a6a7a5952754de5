// SPDX-License-Identifier: Apache-2.0
// De Bruijn graphs (de Bruijn 1946), directed: nodes are words of L symbols. A word has a
// link for each symbol x: to the word without its first symbol, with x appended. A word of L equal
// symbols has one link less, because appending the same symbol would lead to the word itself.
#include <cmath>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {

TopologyEntry de_bruijn() {
  return {"de-bruijn",
          "A^L processors, words of L symbols; links are directed, from a word to those shifted on",
          {{"alphabet", "symbols, 2..1024", ""}, {"length", "of a word, 1..20", ""}},
          [](const GivenValues& given) {
            const std::uint32_t alphabet = given.number("alphabet", 2, 1024);
            const std::uint32_t length = given.number("length", 1, 20);
            check_size("length", std::to_string(length), std::pow(alphabet, length), alphabet);
            NodeId words = 1;
            for (std::uint32_t i = 0; i < length; ++i) words *= alphabet;
            Graph graph = Graph::numbered(words);
            for (NodeId word = 0; word < words; ++word) {
              for (NodeId symbol = 0; symbol < alphabet; ++symbol) {
                const NodeId to = word % (words / alphabet) * alphabet + symbol;
                if (to != word) graph.edges.push_back({word, to});
              }
            }
            return std::make_shared<GraphNetwork>(
                "de-bruijn",
                NetworkOptions{{"alphabet", std::to_string(alphabet)},
                               {"length", std::to_string(length)}},
                std::move(graph));
          }};
}

}  // namespace romcast
