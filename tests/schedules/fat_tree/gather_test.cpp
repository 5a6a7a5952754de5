// SPDX-License-Identifier: Apache-2.0
// A gather is a scatter run backwards: Dimakopoulos & Dimopoulos 1996, Theorem 2. n = k^h leaves.
#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "schedules/fat_tree/by_hand.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("scatter and gather take n cycles, n + 1 for k = 2, and nothing waits") {
  for (const CollectiveKind kind : {scatter, gather}) {
    CHECK(optimal_cycles(single_port(2, 2, kind)) == 5);
    CHECK(optimal_cycles(single_port(2, 4, kind)) == 17);
    CHECK(optimal_cycles(single_port(3, 2, kind)) == 9);
    CHECK(optimal_cycles(single_port(4, 3, kind)) == 64);
    CHECK(optimal_cycles(single_port(5, 2, kind)) == 25);
    const Solved solved = solve({.arity = 3, .height = 3, .collective = kind, .source = 11});
    CHECK(solved.cycles() == 27);
    CHECK(solved.verdict.max_waiting == 0);
  }
}

TEST_CASE("scatter and gather take n cycles, n + 1 for k = 2, as with one port") {
  for (const CollectiveKind kind : {scatter, gather}) {
    CHECK(predicted_cycles(multi_port(2, 3, kind, "paper")) == 9);
    CHECK(predicted_cycles(multi_port(3, 3, kind, "paper", "exponential")) == 27);
    CHECK(solve(multi_port(3, 3, kind, "paper")).verdict.max_waiting == 0);
  }
}

TEST_CASE("greedy gather takes as long, but messages wait") {
  CHECK(optimal_cycles(single_port(2, 3, gather, "greedy")) == 9);
  CHECK(optimal_cycles(single_port(3, 3, gather, "greedy")) == 27);
  CHECK(solve({.arity = 3, .height = 3, .collective = gather, .algorithm = "greedy"})
            .verdict.max_waiting > 0);
}

TEST_CASE("a gather is its scatter with time and directions turned round") {
  for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
    const auto solved = [&](CollectiveKind kind) {
      return solve({.arity = 3, .height = 2, .collective = kind, .ports = ports, .source = 4});
    };
    const Solved there = solved(scatter), back = solved(gather);
    using Move = std::tuple<Cycle, NodeId, NodeId, NodeId>;  // cycle, from, to, whose message
    std::set<Move> scattered, gathered;
    const auto ends = [](const Solved& s, const Hop& hop) -> const Channel& {
      return s.topology->channel_at(hop.link);
    };
    for (const Hop& hop : sorted_hops(there)) {
      const Channel& channel = ends(there, hop);
      scattered.insert({9 + 1 - hop.cycle, channel.to, channel.from, hop.message});
    }
    for (const Hop& hop : sorted_hops(back)) {
      const Channel& channel = ends(back, hop);
      gathered.insert({hop.cycle, channel.from, channel.to, hop.message});
    }
    CHECK(gathered == scattered);
  }
}
