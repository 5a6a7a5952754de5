// SPDX-License-Identifier: Apache-2.0
// Kautz graphs (Kautz 1968), directed: like de Bruijn graphs, but neighbouring symbols of a word
// differ. Words are numbered in lexicographic order.
//
// If the alphabet has A symbols, the number of a word has one digit, to the base A-1, for each
// symbol. The first digit is the first symbol; each further digit is the index of its symbol among
// those that differ from the symbol before. These digits preserve the order of the words.
#include <cmath>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

std::vector<std::uint32_t> symbols(NodeId word, std::uint32_t alphabet, std::uint32_t length) {
  std::vector<std::uint32_t> digits(length);
  for (std::size_t i = length; i-- > 1; word /= alphabet - 1) digits[i] = word % (alphabet - 1);
  digits[0] = word;
  for (std::size_t i = 1; i < length; ++i) digits[i] += digits[i] >= digits[i - 1] ? 1 : 0;
  return digits;
}

NodeId number(const std::vector<std::uint32_t>& word, std::uint32_t alphabet) {
  NodeId number = word[0];
  for (std::size_t i = 1; i < word.size(); ++i) {
    number = number * (alphabet - 1) + word[i] - (word[i] > word[i - 1] ? 1 : 0);
  }
  return number;
}

Graph kautz_graph(std::uint32_t alphabet, std::uint32_t length, NodeId words) {
  Graph graph = Graph::numbered(words);
  for (NodeId from = 0; from < words; ++from) {
    std::vector<std::uint32_t> word = symbols(from, alphabet, length);
    const std::uint32_t last = word.back();
    word.erase(word.begin());
    word.push_back(0);
    for (std::uint32_t& next = word.back(); next < alphabet; ++next) {
      if (next != last) graph.edges.push_back({from, number(word, alphabet)});
    }
  }
  return graph;
}

}  // namespace

TopologyEntry kautz() {
  return {"kautz",
          "A(A-1)^(L-1) processors, words without equal neighbours; links as in de-bruijn",
          {{"alphabet", "symbols, 3..1024", ""}, {"length", "of a word, 1..20", ""}},
          [](const GivenValues& given) {
            const std::uint32_t alphabet = given.number("alphabet", 3, 1024);
            const std::uint32_t length = given.number("length", 1, 20);
            const double words = alphabet * std::pow(alphabet - 1, length - 1);
            check_size("length", std::to_string(length), words, alphabet - 1);
            return std::make_shared<GraphNetwork>(
                "kautz",
                NetworkOptions{{"alphabet", std::to_string(alphabet)},
                               {"length", std::to_string(length)}},
                kautz_graph(alphabet, length, static_cast<NodeId>(words)));
          }};
}

}  // namespace romcast
