// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, sections I to III: star graphs against hypercubes.
#include <fmt/format.h>

#include <algorithm>

#include "claims/star.hpp"

namespace romcast::claims {
namespace {

// Dimensions of the smallest hypercube with at least n! nodes.
unsigned cube_dimensions(unsigned n) { return ceil_log(2, std::uint64_t(factorial(n))); }
std::string on_cube(unsigned n, const std::string& rest) {
  return fmt::format("-n hypercube --dimensions {} {}", cube_dimensions(n), rest);
}

// Pairs of runs: `on_graph` on S_n, `on_the_cube` on a hypercube of cube_dimensions(n) dimensions.
Grid both_networks(unsigned most_n, const std::string& on_graph, const std::string& on_the_cube) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? most_n : 4U); ++n) {
      all.push_back(
          {{{"n", n}},
           {fmt::format("-n star --symbols {} {}", n, on_graph), on_cube(n, on_the_cube)}});
    }
    return all;
  });
}

Grid graphs_alone() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? 8U : 6U); ++n) all.push_back({{{"n", n}}, {}});
    return all;
  });
}

// Most links that leave a node.
std::optional<double> degree(const Row& row) {
  const StarGraph star(n_of(row));
  std::size_t most = 0;
  for (NodeId node = 0; node < star.nodes(); ++node) {
    most = std::max<std::size_t>(most, star.outputs(node).size());
  }
  return double(most);
}

// Number of links between nodes of one class, where a node's class is the parity of its distance
// from node 12..n.
std::optional<double> links_within_a_class(const Row& row) {
  const StarGraph star(n_of(row));
  const std::vector<unsigned> hops = distances(star);
  return double(std::ranges::count_if(star.channels(), [&](const Channel& channel) {
    return hops[channel.from] % 2 == hops[channel.to] % 2;
  }));
}

// The first run's hops per pair of nodes, divided by the second run's hops per pair of nodes.
// Nothing if a run has no figure of hops, or if the second run has 0 hops.
std::optional<double> ratio_of_distances(const Row& row) {
  const double nodes = factorial(n_of(row)), cube = std::exp2(cube_dimensions(n_of(row)));
  const auto hops = row.run(0)["hops"], hops_of_cube = row.run(1)["hops"];
  if (!hops || !hops_of_cube || *hops_of_cube == 0) return std::nullopt;
  return (*hops / nodes / nodes) / (*hops_of_cube / cube / cube);
}

}  // namespace

std::vector<Claim> star_graphs() {
  return {
      {.id = "star-intro-degree",
       .place = "section I",
       .statement = "Star graphs have a lower node degree than hypercubes",
       .tried = "links that leave a node of S_n, the most; log2 of its number of nodes is the "
                "degree of a hypercube",
       .grid = graphs_alone(),
       .measured = degree,
       .relation = Relation::less,
       .printed = of([](const Row& r) { return std::log2(factorial(n_of(r))); }),
       .printed_text = "log2 n!"},
      {.id = "star-intro-diameter",
       .place = "section I",
       .statement = "Star graphs have a comparable diameter as opposed to hypercubes",
       .tried = "a multi-port broadcast of one message along shortest paths ends after as many "
                "cycles as the diameter: S_n less the smallest hypercube of n! nodes or more; no "
                "longer taken for comparable",
       .grid = both_networks(6, "-c broadcast -p multi -a flooding",
                             "-c broadcast -p multi -a binomial-tree"),
       .measured = difference,
       .relation = Relation::at_most,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "star-intro-distance",
       .place = "section I",
       .statement = "The mean distance in star graphs is comparable to that in hypercubes",
       .tried = "hops per message of an all-to-all along shortest paths, in S_n by the smallest "
                "hypercube of n! nodes or more; up to a tenth more taken for comparable",
       .grid = both_networks(5, "-c alltoall -a direct", "-c alltoall -a dimension-exchange"),
       .measured = ratio_of_distances,
       .relation = Relation::at_most,
       .printed = constant(1.1),
       .printed_text = "1.1",
       .slack = 0.1},
      {.id = "star-lem1-bipartite",
       .place = "Lemma 1, proof",
       .statement = "S_n is bipartite",
       .tried = "links whose ends are both at an even or both at an odd distance from node 12..n",
       .grid = graphs_alone(),
       .measured = links_within_a_class,
       .printed = constant(0),
       .printed_text = "0 links"},
  };
}

}  // namespace romcast::claims
