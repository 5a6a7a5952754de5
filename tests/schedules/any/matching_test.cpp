// SPDX-License-Identifier: Apache-2.0
// Greedy schedules: legal on random networks, optimal where theory promises it.
#include <catch2/catch.hpp>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/rooted.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Cycle matched(const Network& network, CollectiveKind kind, Ports ports, std::uint32_t messages = 1,
              NodeId source = 0) {
  return judged("matching", problem_of(network, kind, ports, messages, source));
}

}  // namespace

TEST_CASE("matching is legal on random networks, in all collectives and ports", "[any][matching]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Network network = random_network(3 + seed % 9, seed % 7, seed);
    for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
      for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
        CAPTURE(seed, name(kind), ports.name());
        matched(network, kind, ports, 1 + seed % 3, seed % 3);
      }
    }
  }
}

TEST_CASE("matching reaches the bound of allgathers on symmetric networks", "[any][matching]") {
  CHECK(matched(grid({8, 8, 8}, true), allgather, kMulti) == 86);
  CHECK(matched(grid({8, 8}, false), allgather, kMulti) == 32);
  CHECK(matched(hypercube(7), allgather, kMulti) == 19);
  CHECK(matched(de_bruijn(2, 6), allgather, kMulti) == 63);
  CHECK(matched(ring(9), allgather, kMulti) == 4);
  CHECK(matched(ring(8), allgather, kSingle) == 7);
}

TEST_CASE("scatter and gather take as few cycles as a flow needs", "[any][matching][exhaustive]") {
  for (unsigned d = 2; d <= 6; ++d) {
    const std::uint32_t n = 1U << d;
    CHECK(matched(hypercube(d), scatter, kMulti) == (n - 1 + d - 1) / d);
    CHECK(matched(hypercube(d), gather, kMulti, 1, n - 1) == (n - 1 + d - 1) / d);
    CHECK(matched(hypercube(d), gather, kSingle) == n - 1);
  }
}

TEST_CASE("a single-port broadcast in trees and hypercubes is optimal", "[any][matching]") {
  CHECK(matched(path(9), broadcast, kSingle, 1, 4) == 5);
  CHECK(matched(star_of(6), broadcast, kSingle, 1, 3) == 6);
  for (unsigned d = 2; d <= 7; ++d) CHECK(matched(hypercube(d), broadcast, kSingle) == d);
}

TEST_CASE("an exchange is carried out on any network", "[any][matching]") {
  const Network network = path(5);
  const Problem problem{network, Collective(5, {{0, 4}, {0, 4}, {0, 4}, {3, 1}}), kMulti, {}};
  const Algorithm& matching = find_algorithm("matching", problem);
  CHECK(matching.predict(problem).lower_bound == 6U);
}

TEST_CASE("a greedy gather does not lead through those who forward nothing", "[any][matching]") {
  // Through the endpoint, which does not forward, c would reach a in two hops; the legal path has
  // three.
  Graph graph;
  for (const char* node : {"a", "b", "c", "d"}) graph.nodes.push_back({node});
  graph.nodes.push_back({"end", NodeRole::endpoint});
  graph.join(0, 4);
  graph.join(4, 2);
  graph.join(0, 1);
  graph.join(1, 3);
  graph.join(3, 2);
  const GraphNetwork network("graph", {}, graph);
  const Collective collective(gather, 5, 0, 1);
  const any::Hops hops = any::rooted({network, collective, kMulti}, 0);
  const Verdict verdict = judge(network, collective, kMulti, stored_schedule(hops));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 4);
}

TEST_CASE("large scatters and gathers go along one tree without waiting", "[any][matching][slow]") {
  // A network with more than any::kMostCarried nodes, where all messages follow one tree.
  const Network cube = hypercube(14);
  for (const CollectiveKind kind : {scatter, gather}) {
    CHECK(judged("matching", problem_of(cube, kind, kSingle, 1, 5)) == (1U << 14) - 1);
    // 2^14 - 1 messages over the source's 14 links.
    CHECK(judged("matching", problem_of(cube, kind, kMulti, 1, 5)) == 1171);
  }
}
