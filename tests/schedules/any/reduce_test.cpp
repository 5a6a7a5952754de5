// SPDX-License-Identifier: Apache-2.0
// A reduce on any network is as fast as the broadcast from its sink on the reversed network.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Problem reduction(const Network& network, Ports ports, std::uint32_t messages = 1,
                  NodeId sink = 0) {
  return {network,
          Collective::combined_by_nodes(network->processors(), sink, messages),
          ports,
          {{"seconds", "20"}}};
}

std::vector<Edge> random_arcs(NodeId nodes, unsigned more, unsigned seed) {
  std::minstd_rand random(seed + 1);
  std::vector<Edge> edges;
  for (NodeId v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
  for (unsigned i = 0; i < more; ++i) {
    const auto from = static_cast<NodeId>(random() % nodes);
    const auto to = static_cast<NodeId>((from + 2 + random() % (nodes - 2)) % nodes);
    const bool known =
        std::ranges::any_of(edges, [&](const Edge& e) { return e.from == from && e.to == to; });
    if (!known && from != to) edges.push_back({from, to});
  }
  return edges;
}

}  // namespace

TEST_CASE("reduces are legal on random networks, with any sink and in all ports", "[any][reduce]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Network network = random_network(3 + seed % 9, seed % 7, seed);
    for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
      CAPTURE(seed, ports.name());
      judged("matching", reduction(network, ports, 1 + seed % 4, seed % 3));
    }
  }
}

TEST_CASE("reduces take as many cycles as textbooks say", "[any][reduce]") {
  for (unsigned d = 1; d <= 6; ++d) {
    CHECK(judged("portfolio", reduction(hypercube(d), kSingle)) == d);
    CHECK(judged("portfolio", reduction(hypercube(d), kMulti)) == d);
  }
  CHECK(judged("portfolio", reduction(path(9), kSingle, 1, 4)) == 5);
  CHECK(judged("portfolio", reduction(path(9), kMulti, 1, 4)) == 4);
  CHECK(judged("portfolio", reduction(star_of(6), kSingle)) == 6);
  CHECK(judged("portfolio", reduction(star_of(6), kMulti)) == 1);
  // The values move along a line as in a pipeline.
  for (const std::uint32_t messages : {1U, 2U, 5U}) {
    CHECK(judged("portfolio", reduction(path(5), kMulti, messages)) == 4 + messages - 1);
  }
}

TEST_CASE("a reduce follows arcs to its sink, as a broadcast does against them", "[any][reduce]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const NodeId n = 4 + seed % 4;
    const std::vector<Edge> arcs = random_arcs(n, seed % 5, seed);
    std::vector<Edge> back;
    for (const Edge& e : arcs) back.push_back({e.to, e.from});
    for (const Ports ports : {kSingle, kMulti}) {
      const Problem broadcast{directed(n, back),
                              Collective(CollectiveKind::broadcast, n, seed % n, 2),
                              ports,
                              {{"seconds", "20"}}};
      CAPTURE(seed, ports.name());
      CHECK(judged("exact", reduction(directed(n, arcs), ports, 2, seed % n)) ==
            judged("exact", broadcast));
    }
  }
}

TEST_CASE("switches combine on the way, and send nothing for nobody", "[any][reduce]") {
  // Two switches with two processors each.
  const Network tree = undirected(4, {{0, 4}, {1, 4}, {4, 5}, {5, 2}, {5, 3}}, 6);
  CHECK(judged("portfolio", reduction(tree, kMulti)) == 3);
  CHECK(judged("matching", reduction(tree, kMulti, 3)) == 5);
  CHECK(judged("portfolio", reduction(tree, kSingle)) == 4);
}
