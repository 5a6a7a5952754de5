// SPDX-License-Identifier: Apache-2.0
// Alltoall with all ports, greedily: Dimakopoulos & Dimopoulos 1996, bound (3). n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("greedy alltoall meets bound (3), n^2(k-1)/k^2 + 2h - 1, at constant capacities") {
  CHECK(predicted_cycles(multi_port(2, 2, alltoall, "greedy")) == 7);  // also by exhaustive search
  CHECK(predicted_cycles(multi_port(2, 3, alltoall, "greedy")) == 21);
  CHECK(predicted_cycles(multi_port(3, 2, alltoall, "greedy")) == 21);
  CHECK(predicted_cycles(multi_port(4, 3, alltoall, "greedy")) == 773);
  CHECK(solve(multi_port(4, 3, alltoall, "greedy")).theory.lower_bound == 773);
}

TEST_CASE("ascending destinations are a hot spot for greedy alltoall") {
  const Solved solved =
      solve(multi_port(4, 3, alltoall, "greedy", "constant", {{"order", "ascending"}}));
  CHECK(solved.cycles() == 1285);
  CHECK_FALSE(solved.theory.formula_cycles);
}
