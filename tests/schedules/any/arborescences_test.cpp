// SPDX-License-Identifier: Apache-2.0
// pack_arborescences() finds as many trees as the worst cut allows, and all of these trees together
// exceed no arc's capacity.
#include "schedules/any/arborescences.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"
#include "schedules/bounds/worst_cut.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

bounds::SpreadGraph times(bounds::SpreadGraph graph, std::uint64_t cycles) {
  for (auto& arc : graph.arcs) arc.capacity *= static_cast<std::int64_t>(cycles);
  return graph;
}

const auto kGoOn = [] { return true; };

}  // namespace

TEST_CASE("trees from all roots fill no arc beyond its capacity", "[any][forest]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    for (const CollectiveKind kind : {CollectiveKind::allgather, CollectiveKind::broadcast}) {
      const Network network = random_digraph(3 + seed % 10, 0, seed % 14, seed);
      const std::int64_t messages = 1 + seed % 7;
      CAPTURE(seed, name(kind), messages);
      const Collective collective(kind, network->processors(), 0, 1);
      const bounds::SpreadGraph one = bounds::spread_graph(*network, collective);
      const auto cut = bounds::worst_cut(one, 1'000'000);
      const bounds::SpreadGraph graph =
          times(one, cut->cycles(static_cast<std::uint64_t>(messages)));
      const auto trees = any::pack_arborescences(graph, messages, kGoOn);
      REQUIRE(trees);
      std::vector<std::int64_t> load(graph.arcs.size(), 0), rooted(graph.vertices(), 0);
      for (const any::Arborescence& tree : *trees) {
        rooted[tree.root] += tree.count;
        std::vector<bool> reached(graph.vertices(), false);
        reached[tree.root] = true;
        for (const std::size_t arc : tree.arcs) {
          CHECK(reached[graph.arcs[arc].from]);
          CHECK_FALSE(reached[graph.arcs[arc].to]);
          reached[graph.arcs[arc].to] = true;
          load[arc] += tree.count;
        }
        CHECK(std::ranges::count(reached, true) == static_cast<long>(graph.vertices()));
      }
      for (std::size_t a = 0; a < load.size(); ++a) CHECK(load[a] <= graph.arcs[a].capacity);
      for (std::size_t v = 0; v < rooted.size(); ++v) {
        CHECK(rooted[v] == graph.messages[v] * messages);
      }
    }
  }
}

TEST_CASE("below the worst cut there are no trees", "[any][forest]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(4 + seed % 8, 0, seed % 14, seed);
    const Collective collective(CollectiveKind::allgather, network->processors(), 0, 1);
    const bounds::SpreadGraph one = bounds::spread_graph(*network, collective);
    const std::uint64_t cycles = bounds::worst_cut(one, 1'000'000)->cycles(5);
    CHECK_FALSE(any::pack_arborescences(times(one, cycles - 1), 5, kGoOn));
  }
}

TEST_CASE("a search for trees that is ended finds none", "[any][forest]") {
  const Network network = ring(5);
  const Collective collective(CollectiveKind::allgather, 5, 0, 1);
  const bounds::SpreadGraph one = bounds::spread_graph(*network, collective);
  CHECK_FALSE(any::pack_arborescences(times(one, 2), 1, [] { return false; }));
}
