// SPDX-License-Identifier: Apache-2.0
// Switches whose incoming and outgoing capacities are equal are split off without loss.
#include "schedules/any/splitting.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"
#include "schedules/bounds/worst_cut.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("the worst cut stays as bad when switches are split off", "[any][forest]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Network network = random_digraph(3 + seed % 6, 1 + seed % 4, seed % 12, seed);
    const std::uint64_t messages = 1 + seed % 5;
    CAPTURE(seed, messages);
    const Collective collective(CollectiveKind::allgather, network->processors(), 0, 1);
    bounds::SpreadGraph graph = bounds::spread_graph(*network, collective);
    const std::uint64_t cycles = bounds::worst_cut(graph, 1'000'000)->cycles(messages);
    for (auto& arc : graph.arcs) arc.capacity *= static_cast<std::int64_t>(cycles);
    const bounds::SpreadGraph before = graph;
    any::split_off_switches(graph, network->processors(), static_cast<std::int64_t>(messages));
    // Each capacity is that of `cycles` cycles together, so 1 stands for `cycles` cycles: the worst
    // cut still needs as many as before.
    CHECK(bounds::worst_cut(graph, 1'000'000)->cycles(messages) == 1);
    std::vector<std::int64_t> used(network->channels().size(), 0);
    for (const auto& arc : graph.arcs) {
      CHECK(arc.from < network->processors());
      CHECK(arc.to < network->processors());
      NodeId at = static_cast<NodeId>(arc.from);
      for (const ChannelId c : arc.path) {
        CHECK(network->channels()[c].from == at);
        at = network->channels()[c].to;
        used[c] += arc.capacity;
      }
      CHECK(at == arc.to);
    }
    for (const auto& arc : before.arcs) CHECK(used[arc.path.front()] <= arc.capacity);
  }
}

TEST_CASE("a switch that gives more than it gets loses only what nobody needs", "[any][forest]") {
  // One lane from each processor to the switch, two lanes back: each processor still gets the
  // other's message.
  const Network network = std::make_shared<EdgeNetwork>(
      2, 3, std::vector<Edge>{{0, 2, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}});
  const Collective collective(CollectiveKind::allgather, 2, 0, 1);
  bounds::SpreadGraph graph = bounds::spread_graph(*network, collective);
  any::split_off_switches(graph, 2, 1);
  CHECK(bounds::worst_cut(graph, 1000)->cycles(1) == 1);
}
