// SPDX-License-Identifier: Apache-2.0
// Bounds of fat trees with any capacities.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("no run is below the bound of its branches, whatever the capacities") {
  for (const char* capacity : {"1,1,1", "1,1,9", "1,2,3", "1,3,3", "1,3,9", "1,9,9"}) {
    for (const char* algorithm : {"greedy", "pipelined", "phased"}) {
      const Solved solved = solve(multi_port(3, 3, alltoall, algorithm, capacity));
      CAPTURE(capacity, algorithm);
      REQUIRE(solved.theory.lower_bound);
      CHECK(solved.cycles() >= *solved.theory.lower_bound);
    }
  }
}

TEST_CASE("a bound names the section of the collective and the ports that it is for") {
  const auto source = [](const Question& question) {
    return solve(question).theory.lower_bound_source;
  };
  CHECK_THAT(source(single_port(3, 2, scatter)), Catch::Contains("section 2.2"));
  CHECK_THAT(source(multi_port(3, 2, scatter, "paper")), Catch::Contains("section 3.1"));
  CHECK_THAT(source(multi_port(3, 2, allgather, "flooding")), Catch::Contains("section 3.2"));
}
