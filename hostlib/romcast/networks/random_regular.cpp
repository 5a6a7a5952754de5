// SPDX-License-Identifier: Apache-2.0
// Random regular graphs (Jellyfish: Singla, Hong, Popa & Godfrey 2012): N processors with D links
// each. Starts from a circulant graph. Then draws 20 random pairs of links per link of the graph
// (20 million pairs at most) and exchanges their ends: a-b and c-d become a-d and c-b, unless the
// two links share a node or a link would be doubled.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/random_links.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

using Pair = std::pair<NodeId, NodeId>;

constexpr std::size_t kMostExchanges = 20'000'000;

Pair ordered(NodeId a, NodeId b) { return a < b ? Pair(a, b) : Pair(b, a); }

std::vector<Pair> circulant_links(NodeId processors, std::uint32_t degree) {
  std::vector<Pair> links;
  for (NodeId v = 0; v < processors; ++v) {
    for (NodeId step = 1; step <= degree / 2; ++step) {
      links.push_back(ordered(v, (v + step) % processors));
    }
    if (degree % 2 == 1 && v < processors / 2) links.push_back({v, v + processors / 2});
  }
  return links;
}

// A row for each node: its `degree` neighbours.
class Rows {
 public:
  Rows(const std::vector<Pair>& links, NodeId processors, std::uint32_t degree)
      : degree_(degree), rows_(std::size_t{processors} * degree) {
    std::vector<std::uint32_t> filled(processors, 0);
    for (const auto& [a, b] : links) {
      row(a)[filled[a]++] = b;
      row(b)[filled[b]++] = a;
    }
  }
  [[nodiscard]] bool linked(NodeId a, NodeId b) {
    return std::find(row(a), row(a) + degree_, b) != row(a) + degree_;
  }
  // Replaces the link a-b by a-c in the row of a.
  void turn(NodeId a, NodeId b, NodeId c) { *std::find(row(a), row(a) + degree_, b) = c; }

 private:
  NodeId* row(NodeId node) { return rows_.data() + std::size_t{node} * degree_; }
  const std::uint32_t degree_;
  std::vector<NodeId> rows_;
};

Graph mixed(NodeId processors, std::uint32_t degree, std::mt19937_64& random) {
  std::vector<Pair> links = circulant_links(processors, degree);
  Rows rows(links, processors, degree);
  const std::size_t exchanges = std::min(20 * links.size(), kMostExchanges);
  for (std::size_t i = 0; i < exchanges; ++i) {
    Pair& one = links[draw(random, links.size())];
    Pair& other = links[draw(random, links.size())];
    const auto [a, b] = one;
    const auto [c, d] = draw(random, 2) == 0 ? other : Pair(other.second, other.first);
    if (a == c || a == d || b == c || b == d) continue;
    if (rows.linked(a, d) || rows.linked(c, b)) continue;
    rows.turn(a, b, d);
    rows.turn(b, a, c);
    rows.turn(c, d, b);
    rows.turn(d, c, a);
    one = ordered(a, d);
    other = ordered(c, b);
  }
  std::ranges::sort(links);
  Graph graph = Graph::numbered(processors);
  for (const auto& [a, b] : links) graph.join(a, b);
  return graph;
}

}  // namespace

TopologyEntry random_regular() {
  return {"random-regular",
          "N processors with D random links each, in both directions",
          {{"processors", "processors, 3..65536", ""},
           {"out-degree", "links of a processor, 2..256", ""},
           seed_option()},
          [](const GivenValues& given) {
            const std::uint32_t processors = given.number("processors", 3, 65536);
            const std::uint32_t degree = given.number("out-degree", 2, 256);
            const std::uint32_t seed = given.number("random-seed", 0, kNone - 1);
            const std::string text = std::to_string(degree);
            if (degree >= processors || processors % 2 * (degree % 2) != 0) {
              throw InputError({"out-degree", degree}, fmt::format("{} processors", processors),
                               degree >= processors
                                   ? fmt::format("give a number from 2 to {}", processors - 1)
                                   : "give an even number, or an even number of processors");
            }
            check_size("out-degree", text, processors, degree);
            return std::make_shared<GraphNetwork>(
                "random-regular",
                NetworkOptions{{"processors", std::to_string(processors)},
                               {"out-degree", text},
                               {"random-seed", std::to_string(seed)}},
                connected_draw(seed, "out-degree", text, [&](std::mt19937_64& random) {
                  return mixed(processors, degree, random);
                }));
          }};
}

}  // namespace romcast
