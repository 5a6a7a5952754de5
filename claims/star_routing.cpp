// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, sections II and III.1: paths in star graphs, and the all-to-all with
// k-substars.
#include "romcast/core/star_routing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "claims/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast::claims {
std::vector<unsigned> distances(const StarGraph& star) {
  std::vector<unsigned> hops(star.nodes(), kNone);
  std::vector<NodeId> reached{0};
  hops[0] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const ChannelId channel : star.outputs(reached[i])) {
      const NodeId next = star.channels()[channel].to;
      if (hops[next] != kNone) continue;
      hops[next] = hops[reached[i]] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

namespace {

// Number of hops along a dimension i that lead no nearer to 12..n although the paper's rule R1
// (symbol 1 is first, symbol i is not in position i) or R2 (symbol i is first) allows them.
std::optional<double> hops_astray(const Row& row) {
  const StarGraph star(n_of(row));
  const std::vector<unsigned> hops = distances(star);
  double astray = 0;
  for (NodeId node = 1; node < star.nodes(); ++node) {
    const Permutation label = star.label(node);
    for (unsigned i = 2; i <= star.symbols(); ++i) {
      const bool rule_1 = label[0] == 0 && label[i - 1] != i - 1;
      const bool rule_2 = label[0] == i - 1;
      if ((rule_1 || rule_2) && hops[star.neighbour(node, i)] + 1 != hops[node]) ++astray;
    }
  }
  return astray;
}

// Number of links. Nothing if two nodes have the same label, if a link does anything but swap the
// first symbol with another one, or if two links of a node swap the symbols of the same positions.
std::optional<double> links_that_swap(const Row& row) {
  const StarGraph star(n_of(row));
  std::set<std::string> labels;
  std::set<std::pair<NodeId, unsigned>> swaps;  // node, position of the other symbol
  for (NodeId node = 0; node < star.nodes(); ++node) labels.insert(star.node_name(node));
  for (const Channel& channel : star.channels()) {
    const Permutation from = star.label(channel.from), to = star.label(channel.to);
    unsigned other = 1, different = 0;
    while (other + 1 < star.symbols() && from[0] != to[other]) ++other;
    for (unsigned i = 0; i < star.symbols(); ++i) different += from[i] != to[i] ? 1 : 0;
    if (different == 2 && from[0] == to[other] && to[0] == from[other]) {
      swaps.emplace(channel.from, other);
    }
  }
  if (double(labels.size()) != factorial(n_of(row)) || star.links() != swaps.size()) {
    return std::nullopt;
  }
  return double(swaps.size());
}

std::vector<unsigned> suffix(Permutation label, unsigned k, unsigned n) {
  std::vector<unsigned> symbols;
  for (unsigned i = k; i < n; ++i) symbols.push_back(label[i]);
  return symbols;
}

// Number of substars to which the path from 12..n by rules R3 and R4 is not a shortest one.
std::optional<double> ways_too_long(const Row& row) {
  const StarGraph star(n_of(row));
  const std::vector<unsigned> hops = distances(star);
  std::map<std::vector<unsigned>, std::pair<unsigned, NodeId>> nearest;
  for (NodeId node = 0; node < star.nodes(); ++node) {
    const auto name = suffix(star.label(node), k_of(row), star.symbols());
    const auto [known, added] = nearest.try_emplace(name, hops[node], node);
    if (hops[node] < known->second.first) known->second = {hops[node], node};
  }
  double longer = 0;
  for (const auto& [name, best] : nearest) {
    const Substar substar{star.label(best.second), k_of(row)};
    const auto way = path_to(Permutation::identity(star.symbols()), substar, star.symbols());
    if (way.size() != best.first) ++longer;
  }
  return longer;
}

unsigned corrected_symbols(Permutation node, const Substar& substar, unsigned n) {
  unsigned right = 0;
  for (unsigned i = substar.free; i < n; ++i) right += node[i] == substar.label[i] ? 1 : 0;
  return right;
}

// How many more of a substar's fixed symbols are in place after the first two hops (or the only
// hop) by R3 and R4 from 12..n to the substar than before: the minimum over all substars except the
// one that contains 12..n.
std::optional<double> corrected_by_two(const Row& row) {
  const StarGraph star(n_of(row));
  const unsigned n = star.symbols();
  double fewest_corrected = n;
  for (NodeId node = 0; node < star.nodes(); ++node) {
    const Substar substar{star.label(node), k_of(row)};
    Permutation at = Permutation::identity(n);
    if (inside(at, substar, n)) continue;
    const double before = corrected_symbols(at, substar, n);
    for (int hop = 0; hop < 2 && !inside(at, substar, n); ++hop) {
      at = at.crossed(step_towards(at, substar, n));
    }
    fewest_corrected = std::min(fewest_corrected, corrected_symbols(at, substar, n) - before);
  }
  return fewest_corrected;
}

// Dimension of the first hop from 123456 towards the substar Y in the paper's examples: Y = ****63
// (example 1) and Y = ****41 (example 2).
std::optional<double> example_dimension(const Row& row) {
  const bool first = row["example"] == 1;
  Permutation label;
  const std::array<unsigned, 6> symbols =
      first ? std::array<unsigned, 6>{0, 1, 3, 4, 5, 2} : std::array<unsigned, 6>{1, 2, 4, 5, 3, 0};
  for (unsigned i = 0; i < 6; ++i) label.set(i, symbols[i]);
  return step_towards(Permutation::identity(6), Substar{label, 4}, 6);
}

// Number of rows of Table 1, for the node z = 3241, in which the dimensions of the path and its end
// y are as printed.
std::optional<double> rows_of_table_1(const Row&) {
  struct Printed {
    std::vector<unsigned> dimensions;
    std::string y;
  };
  const std::vector<Printed> printed{{{3, 2, 4}, "1432"}, {{3, 4}, "1234"},    {{3}, "4231"},
                                     {{4, 2, 3}, "4123"}, {{2, 3, 4}, "1324"}, {{2, 3}, "4321"},
                                     {{4}, "1243"},       {{2, 4}, "1342"},    {{}, "3241"},
                                     {{4, 3}, "4213"},    {{2, 4, 3}, "4312"}, {{3, 4, 3}, "3214"}};
  const StarGraph graph(4);
  const auto ways = star::paths_to_substars(4, 2);
  double right = 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    NodeId y = graph.find_node("3241");
    for (const unsigned d : ways[i]) y = graph.neighbour(y, d);
    if (ways[i] == printed[i].dimensions && graph.node_name(y) == printed[i].y) ++right;
  }
  return right;
}

// In each step every node picks a substar and a representative in it. Number of picks of a
// representative that an earlier node has picked in the same step, plus the number of picks of a
// substar that the same node has picked in an earlier step.
std::optional<double> picked_twice(const Row& row) {
  const StarGraph graph(n_of(row));
  const auto ways = star::paths_to_substars(n_of(row), k_of(row));
  double twice = 0;
  std::vector<std::set<std::vector<unsigned>>> substars(graph.nodes());
  for (const auto& way : ways) {
    std::set<NodeId> representatives;
    for (NodeId z = 0; z < graph.nodes(); ++z) {
      NodeId y = z;
      for (const unsigned d : way) y = graph.neighbour(y, d);
      if (!representatives.insert(y).second) ++twice;
      if (!substars[z].insert(suffix(graph.label(y), k_of(row), n_of(row))).second) ++twice;
    }
  }
  return twice;
}

Grid graphs_and_substars(unsigned most_n, bool run) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? most_n : std::min(most_n, 5U)); ++n) {
      for (unsigned k = 1; k < n; ++k) {
        Point point{.at = {{"n", n}, {"k", k}}};
        if (run) point.runs.push_back(grouped({n, 3, 2, k}));
        all.push_back(point);
      }
    }
    return all;
  });
}

Grid routed_graphs(unsigned most_n) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? most_n : most_n - 1); ++n) all.push_back({{{"n", n}}, {}});
    return all;
  });
}

}  // namespace

std::vector<Claim> star_routing() {
  return {
      {.id = "star-sec2-graph",
       .place = "section II",
       .statement = "S_n has n! nodes of degree n-1; edge i swaps symbols 1 and i",
       .tried =
           "links whose ends have labels that differ by a swap of symbols 1 and i, each i once "
           "at a node, no two nodes with one label; counted if there are no further links",
       .grid = routed_graphs(7),
       .measured = links_that_swap,
       .printed = of([](const Row& r) { return factorial(n_of(r)) * (n_of(r) - 1); }),
       .printed_text = "n! (n-1)"},
      {.id = "star-R1R2",
       .place = "section II, R1 and R2",
       .statement = "R1 and R2 give a shortest path; any i in R1",
       .tried = "hops by the rules, from all nodes, that do not lead nearer; distances by search",
       .grid = routed_graphs(7),
       .measured = hops_astray,
       .printed = constant(0),
       .printed_text = "0 hops"},
      {.id = "star-R3R4",
       .place = "section II, R3 and R4",
       .statement = "R3 (smallest i) and R4 give a shortest route from a node to a k-substar",
       .tried = "substars to which the route is longer; distances by search",
       .grid = graphs_and_substars(7, false),
       .measured = ways_too_long,
       .printed = constant(0),
       .printed_text = "0 substars"},
      {.id = "star-R3R4-example",
       .place = "section II",
       .statement = "x = 123456: Y = *^4 63 -> R3, i = 3; Y = *^4 41 -> R4, i = 6",
       .grid = points({{{{"example", 1}}, {}}, {{{"example", 2}}, {}}}),
       .measured = example_dimension,
       .printed = of([](const Row& r) { return r["example"] == 1 ? 3 : 6; }),
       .printed_text = "3 and 6"},
      {.id = "star-R3R4-twice",
       .place = "section II",
       .statement = "Applying R3/R4 twice corrects at least one symbol of positions k+1..n",
       .tried = "the fewest that two hops correct, all substars",
       .grid = graphs_and_substars(6, false),
       .measured = corrected_by_two,
       .relation = Relation::at_least,
       .printed = constant(1),
       .printed_text = "1 symbol"},
      {.id = "star-sec3-partition",
       .place = "section III.1",
       .statement = "There are N = n!/k! k-substars; step (2) repeats N times",
       .tried = "ways to substars in the schedule that ran",
       .grid = graphs_and_substars(5, true),
       .measured = [](const Row& r) -> std::optional<double> {
         return double(star::paths_to_substars(n_of(r), k_of(r)).size());
       },
       .printed = of([](const Row& r) { return factorial(n_of(r)) / factorial(k_of(r)); }),
       .printed_text = "n!/k!"},
      {.id = "star-table1",
       .place = "Table 1",
       .statement = "Dimensions, y and Y for z = 3241, S_4, k = 2, X_1..X_12",
       .tried = "rows that come out as printed",
       .grid = points({{{{"n", 4}, {"k", 2}}, {grouped({4, 3, 2, 2})}}}),
       .measured = rows_of_table_1,
       .printed = constant(12),
       .printed_text = "12 rows"},
      {.id = "star-sec3-congestion",
       .place = "section III.1 (1)",
       .statement =
           "Step (2iii) is congestion-free: every node sends and receives one packet along "
           "the same dimension",
       .tried = "single-port runs, judged: the ports' time that is used, in each node, less the "
                "cycles of the whole",
       .grid = graphs_and_substars(5, true),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run()["busy_cycles"].value_or(0) / factorial(n_of(r)) -
                r.run().cycles.value_or(0);
       },
       .printed = constant(0),
       .printed_text = "0: all nodes send in all cycles, and nothing waits"},
      {.id = "star-sec3-properties",
       .place = "section III.1 (2)-(4)",
       .statement = "The dimensions lead from z to y; no two nodes pick the same representative; "
                    "each node picks distinct substars",
       .tried = "representatives and substars that are picked twice",
       .grid = graphs_and_substars(6, false),
       .measured = picked_twice,
       .printed = constant(0),
       .printed_text = "0"},
  };
}

}  // namespace romcast::claims
