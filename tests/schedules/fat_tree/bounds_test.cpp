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

TEST_CASE("a single switch has a bound for every collective, which its best plans reach") {
  struct Row {
    CollectiveKind kind;
    // Sends of the switch: `single` counts all, `multi` those on its busiest link.
    std::uint64_t single, multi;
  };
  for (unsigned n = 2; n <= 5; ++n) {
    for (const Row& row : {Row{broadcast, n - 1, 1},
                           {scatter, n - 1, n - 1},
                           {gather, n - 1, n - 1},
                           {allgather, n * (n - 1), n - 1},
                           {alltoall, n * (n - 1), n - 1}}) {
      for (std::uint32_t messages = 1; messages <= 3; ++messages) {
        CAPTURE(n, name(row.kind), messages);
        Question single = single_port(n, 1, row.kind), multi = multi_port(n, 1, row.kind, "");
        single.messages = multi.messages = messages;
        const Solved by_one = solve(single), by_all = solve(multi);
        CHECK(by_one.theory.lower_bound == messages * row.single + 1);
        CHECK(by_all.theory.lower_bound == messages * row.multi + 1);
        CHECK(by_one.cycles() >= messages * row.single + 1);
        CHECK(by_all.cycles() == messages * row.multi + 1);
        if (messages == 1) CHECK(by_one.cycles() == row.single + 1);
        CHECK_FALSE(by_one.theory.formula_cycles);
      }
    }
  }
}
