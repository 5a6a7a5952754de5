// SPDX-License-Identifier: Apache-2.0
// Alltoall with all ports, by timetable: Dimakopoulos & Dimopoulos 1996, equation (4) and figure 6.
// The expected cycles are derived by hand, also where the paper has misprints. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("pipelined alltoall, equation (4), takes sum M_i + 2h - 1 cycles and no queue") {
  // Constant capacities: M_i = (k-1)k^(2i-2).
  CHECK(predicted_cycles(multi_port(2, 2, alltoall, "pipelined")) == 1 + 4 + 3);
  CHECK(predicted_cycles(multi_port(3, 2, alltoall, "pipelined")) == 2 + 18 + 3);
  CHECK(predicted_cycles(multi_port(4, 3, alltoall, "pipelined")) == 3 + 48 + 768 + 5);
  // Exponential: M_i = (k-1)k^(i-1), together n - 1.
  CHECK(predicted_cycles(multi_port(2, 3, alltoall, "pipelined", "exponential")) == 8 + 6 - 2);
  CHECK(predicted_cycles(multi_port(4, 3, alltoall, "pipelined", "exponential")) == 64 + 6 - 2);
  for (const char* capacity : {"constant", "exponential"}) {
    const Solved solved = solve(multi_port(4, 3, alltoall, "pipelined", capacity));
    CHECK(solved.verdict.max_waiting == 0);
    CHECK_FALSE(solved.theory.paper_cycles);
  }
}

TEST_CASE("phased alltoall, figure 6, takes sum M_i + h^2 cycles and no queue") {
  CHECK(predicted_cycles(multi_port(2, 2, alltoall, "phased")) == 1 + 4 + 4);
  CHECK(predicted_cycles(multi_port(4, 3, alltoall, "phased")) == 3 + 48 + 768 + 9);
  CHECK(predicted_cycles(multi_port(4, 3, alltoall, "phased", "exponential")) == 63 + 9);
  CHECK(solve(multi_port(4, 3, alltoall, "phased")).verdict.max_waiting == 0);
}

TEST_CASE("equation (4) is optimal for exponential capacities and k >= 3") {
  for (const auto& [arity, height] : {std::pair{3U, 2U}, {3U, 3U}, {4U, 3U}, {5U, 2U}}) {
    const Solved solved = solve(multi_port(arity, height, alltoall, "pipelined", "exponential"));
    CAPTURE(arity, height);
    CHECK(solved.theory.lower_bound == solved.cycles());
  }
}

TEST_CASE("bound (3) does not err in not being tight, but in its value as misprinted") {
  CHECK(solve(multi_port(2, 2, alltoall, "pipelined", "1,3")).theory.erratum.empty());
  CHECK_THAT(solve(multi_port(3, 2, alltoall, "pipelined", "exponential")).theory.erratum,
             Catch::Contains("n - n/k + 2h - 1"));
}

TEST_CASE("equation (4) does not hold for all capacities: k = 3, c = (1,1,9)") {
  const Solved solved = solve(multi_port(3, 3, alltoall, "pipelined", "1,1,9"));
  CHECK(solved.cycles() == 79);  // M = 2, 18, 54 and 2h - 1 = 5
  CHECK(solved.theory.formula_cycles == 79);
  CHECK(solved.theory.paper_cycles == 43);  // 2 + 18 + 18 + 5
  CHECK(solved.theory.lower_bound == 77);
  CHECK_THAT(solved.theory.erratum, Catch::Contains("79 cycles, not 43"));
  CHECK(solve(multi_port(3, 3, alltoall, "phased", "1,1,9")).cycles() == 74 + 9);
}
