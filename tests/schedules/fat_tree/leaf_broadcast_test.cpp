// SPDX-License-Identifier: Apache-2.0
// Broadcast from a leaf: Dimakopoulos & Dimopoulos 1996, figure 2(b), Tables 1 and 2.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/by_hand.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("leaf-broadcast, figure 2(b): parent first, then the other children") {
  const Solved solved = solve({.collective = broadcast, .ports = Ports::Kind::single});
  CHECK(sorted_hops(solved) == by_hand(solved, {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0",
                                                "3 s2.0 s1.1 0", "4 s1.1 p2 0", "5 s1.1 p3 0"}));
}

TEST_CASE("leaf-broadcast takes (k+1)h - 1 cycles, from any leaf") {
  CHECK(optimal_cycles(single_port(2, 2, broadcast)) == 5);
  CHECK(optimal_cycles(single_port(2, 3, broadcast)) == 8);
  CHECK(optimal_cycles(single_port(3, 2, broadcast)) == 7);
  CHECK(optimal_cycles(single_port(3, 3, broadcast)) == 11);
  CHECK(optimal_cycles(single_port(4, 3, broadcast)) == 14);
  CHECK(optimal_cycles(single_port(5, 2, broadcast)) == 11);
  for (NodeId source = 0; source < 27; ++source) {
    CHECK(solve({.arity = 3, .height = 3, .collective = broadcast, .source = source}).cycles() ==
          11);
  }
}

TEST_CASE("leaf-broadcast of M messages is repeated every k cycles") {
  // (k+1)h - 1 + k(M-1) = 11 + 3 * 4.
  const Solved solved = solve({.arity = 3, .height = 3, .collective = broadcast, .messages = 5});
  CHECK(solved.cycles() == 23);
  CHECK(solved.theory.formula_cycles == 23);
}

TEST_CASE("broadcast takes the distance 2h, not 2h - 1 as Table 2 prints") {
  CHECK(predicted_cycles(multi_port(2, 2, broadcast, "paper")) == 4);
  CHECK(predicted_cycles(multi_port(2, 5, broadcast, "paper")) == 10);
  CHECK(predicted_cycles(multi_port(4, 3, broadcast, "paper")) == 6);
  const Theory theory = solve(multi_port(4, 3, broadcast, "paper")).theory;
  CHECK(theory.paper_cycles == 5);
  CHECK_FALSE(theory.erratum.empty());
}
