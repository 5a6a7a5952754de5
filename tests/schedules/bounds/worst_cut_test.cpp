// SPDX-License-Identifier: Apache-2.0
// The worst cut equals that of an exhaustive search, and rates equal the published ones.
#include "schedules/bounds/worst_cut.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <numeric>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/forest_rate.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

using Ratio = std::pair<std::int64_t, std::int64_t>;  // {cycles, messages of each node}, reduced

Ratio lowest(std::int64_t over, std::int64_t under) {
  const std::int64_t shared = std::gcd(over, under);
  return {over / shared, under / shared};
}

// The largest ratio of the messages inside a set of nodes to the lanes that leave the set, over all
// sets that do not contain all processors.
Ratio by_all_cuts(const Topology& network, const Collective& collective) {
  Ratio worst{0, 1};
  for (std::uint32_t set = 1; set < 1U << network.nodes(); ++set) {
    const auto in = [&](NodeId v) { return (set >> v & 1) != 0; };
    std::int64_t inside = 0, outside = 0, lanes = 0;
    for (NodeId p = 0; p < network.processors(); ++p) {
      if (!in(p)) ++outside;
      if (in(p) && (collective.kind() == allgather || p == collective.source())) ++inside;
    }
    for (const Channel& c : network.channels()) lanes += in(c.from) && !in(c.to) ? c.capacity : 0;
    if (outside == 0 || inside * worst.second <= worst.first * lanes) continue;
    worst = {inside, lanes};
  }
  return lowest(worst.first, worst.second);
}

Ratio by_flows(const Topology& network, const Collective& collective) {
  const auto cut =
      bounds::worst_cut(bounds::spread_graph(network, collective), std::uint64_t{1} << 40);
  REQUIRE(cut);
  return lowest(cut->demand * cut->period, cut->capacity);
}

Collective one_each(const Topology& network, CollectiveKind kind = allgather) {
  return {kind, network.processors(), 0, 1};
}

any::TreeCount counted(const Topology& network) {
  const bounds::SpreadGraph graph = bounds::spread_graph(network, one_each(network));
  return any::tree_count(graph, *bounds::worst_cut(graph, std::uint64_t{1} << 40));
}

// A node for each channel, and an edge from channel a to channel b if b begins where a ends.
Network line_graph(const Topology& network) {
  std::vector<Edge> edges;
  for (ChannelId a = 0; a < network.channels().size(); ++a) {
    for (const ChannelId b : network.outputs(network.channels()[a].to)) edges.push_back({a, b});
  }
  return directed(network.channels().size(), edges);
}

}  // namespace

TEST_CASE("the worst cut of an allgather is that of all cuts", "[any][bounds][rate]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 7, seed % 4, 1 + seed % 9, seed);
    const Collective collective = one_each(*network);
    CHECK(by_flows(*network, collective) == by_all_cuts(*network, collective));
  }
}

TEST_CASE("U and k are those of the worst of all cuts", "[any][bounds][rate]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 8, 0, 1 + seed % 12, seed);
    const Ratio worst = by_all_cuts(*network, one_each(*network));
    const std::int64_t cycles = worst.first, messages = worst.second;
    // The fewest trees such that each arc can carry a whole number of them.
    std::int64_t k = 1;
    const auto whole = [&] {
      return std::ranges::all_of(network->channels(), [&](const Channel& c) {
        return k * cycles * c.capacity % messages == 0;
      });
    };
    while (!whole()) ++k;
    const any::TreeCount count = counted(*network);
    CHECK(count.k == k);
    CHECK(Ratio{count.u_over, count.u_under} == lowest(k * cycles, messages));
  }
}

TEST_CASE("the worst cut of a broadcast is the smallest cut from its source",
          "[any][bounds][rate]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 7, seed % 3, 1 + seed % 9, seed);
    const Collective collective(broadcast, network->processors(), seed % 3, 1);
    CHECK(by_flows(*network, collective) == by_all_cuts(*network, collective));
  }
}

TEST_CASE("the rates of ForestColl's tables come out", "[any][bounds][rate]") {
  const any::TreeCount mesh = counted(*grid({4, 4}, false));
  CHECK(mesh.u_over == 15);
  CHECK(mesh.u_under == 1);
  CHECK(mesh.k == 2);
  CHECK(by_flows(*dgx1(), one_each(*dgx1())) == Ratio{7, 6});
  // The line graph of the line graph of K4,4: 128 nodes of degree 4.
  std::vector<Edge> edges;
  for (NodeId a = 0; a < 4; ++a) {
    for (NodeId b = 4; b < 8; ++b) edges.push_back({a, b});
  }
  const Network twice = line_graph(*line_graph(*undirected(8, edges)));
  REQUIRE(twice->nodes() == 128);
  CHECK(by_flows(*twice, one_each(*twice)) == Ratio{127, 4});
  // Each A100 has 12 links of 25 GB/s to the switch of its box. If there are two boxes, each A100
  // also has one link to a switch that both boxes share. Allgathers in one box run at the rate of
  // 8 * 12/7 links, 342.86 GB/s, and in two boxes of 16 * 13/15 links, 346.67 GB/s.
  CHECK(by_flows(*a100(1), one_each(*a100(1))) == Ratio{7, 12});
  CHECK(by_flows(*a100(2), one_each(*a100(2))) == Ratio{15, 13});
}

TEST_CASE("endpoints relay nothing, so more must cross a cut behind them", "[any][bounds][rate]") {
  // A ring p0 p1 p2 p3: p1 forwards nothing, so p2 receives p0's message only over p3.
  Graph graph = Graph::numbered(4);
  graph.nodes[1].role = NodeRole::endpoint;
  for (const auto& [a, b] : {std::pair<NodeId, NodeId>{0, 1}, {1, 2}, {2, 3}, {3, 0}}) {
    graph.join(a, b);
  }
  const GraphNetwork network("graph", {}, graph);
  // The messages of p2 and p3 reach p0 only over the link from p3, since p1 sends only its own: 2
  // messages over 1 link.
  CHECK(by_flows(network, one_each(network)) == Ratio{2, 1});
  const Network forwarding = ring(4);
  CHECK(by_flows(*forwarding, one_each(*forwarding)) == Ratio{3, 2});
}

TEST_CASE("too few flows give a cut that is not called the worst", "[any][bounds][rate]") {
  const Network network = grid({4, 4}, false);
  const auto cut = bounds::worst_cut(bounds::spread_graph(*network, one_each(*network)), 3);
  REQUIRE(cut);
  CHECK_FALSE(cut->exact);
  // The cut around a corner: 15 messages over 2 links.
  CHECK(cut->demand * 2 == 15 * cut->capacity);
}
