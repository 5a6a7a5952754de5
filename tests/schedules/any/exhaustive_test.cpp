// SPDX-License-Identifier: Apache-2.0
// Optima by exhaustive search, independent of bounds, heuristics and solvers.
#include <catch2/catch.hpp>
#include <set>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

using Set = std::uint32_t;

// All sets of nodes that can know a message after a cycle in which each informed node sends to one.
void spread(const Topology& network, const std::vector<NodeId>& knowing, std::size_t next,
            Set known, std::set<Set>& found) {
  if (next == knowing.size()) {
    found.insert(known);
    return;
  }
  spread(network, knowing, next + 1, known, found);
  for (const ChannelId c : network.outputs(knowing[next])) {
    const Set to = Set{1} << network.channels()[c].to;
    if ((known & to) == 0) spread(network, knowing, next + 1, known | to, found);
  }
}

Cycle fewest_broadcast_cycles(const Topology& network, NodeId source) {
  const Set all = (Set{1} << network.nodes()) - 1;
  std::set<Set> reached{Set{1} << source};
  for (Cycle cycle = 0;; ++cycle) {
    if (reached.contains(all)) return cycle;
    std::set<Set> found;
    for (const Set known : reached) {
      std::vector<NodeId> knowing;
      for (NodeId v = 0; v < network.nodes(); ++v) {
        if ((known >> v & 1) != 0) knowing.push_back(v);
      }
      spread(network, knowing, 0, known, found);
    }
    reached = std::move(found);
  }
}

}  // namespace

TEST_CASE("single-port broadcasts: bound, optimum and greed around the true optimum",
          "[any][exhaustive]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Network network = random_network(3 + seed % 6, seed % 6, 100 + seed);
    const NodeId source = seed % 3;
    const Problem problem =
        problem_of(network, CollectiveKind::broadcast, kSingle, 1, source, {{"seconds", "60"}});
    const Cycle fewest = fewest_broadcast_cycles(*network, source);
    CAPTURE(seed);
    const Algorithm& exact = find_algorithm("exact", problem);
    CHECK(exact.predict(problem).lower_bound.value() <= fewest);
    CHECK(judged("exact", problem) == fewest);
    CHECK(judged("matching", problem) >= fewest);
  }
}
