// SPDX-License-Identifier: Apache-2.0
// Multi-port figures of Dimakopoulos & Dimopoulos 1996 (Table 2, equations (3) and (4), figure 6),
// worked out by hand for a few trees, with what is wrong in print. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Solved run(CollectiveKind collective, const std::string& algorithm, unsigned arity, unsigned height,
           const std::string& capacity = "constant", const Options& options = {}) {
  return solve({.arity = arity,
                .height = height,
                .capacity = capacity,
                .collective = collective,
                .ports = Ports::Kind::multi,
                .algorithm = algorithm,
                .options = options});
}

// Cycles of a run that takes what its own formula says.
std::uint64_t cycles(CollectiveKind collective, const std::string& algorithm, unsigned arity,
                     unsigned height, const std::string& capacity = "constant") {
  const Solved solved = run(collective, algorithm, arity, height, capacity);
  CHECK(solved.theory.formula_cycles == solved.cycles());
  return solved.cycles();
}

}  // namespace

TEST_CASE("broadcast takes the distance 2h, not 2h - 1 as Table 2 prints") {
  CHECK(cycles(broadcast, "paper", 2, 2) == 4);
  CHECK(cycles(broadcast, "paper", 2, 5) == 10);
  CHECK(cycles(broadcast, "paper", 4, 3) == 6);
  const Theory theory = run(broadcast, "paper", 4, 3).theory;
  CHECK(theory.paper_cycles == 5);
  CHECK_FALSE(theory.erratum.empty());
}

TEST_CASE("scatter and gather take n cycles, n + 1 for k = 2, as with one port") {
  for (const CollectiveKind kind : {scatter, gather}) {
    CHECK(cycles(kind, "paper", 2, 3) == 9);
    CHECK(cycles(kind, "paper", 3, 3, "exponential") == 27);
    CHECK(run(kind, "paper", 3, 3).verdict.max_waiting == 0);
  }
}

TEST_CASE("flooding takes n cycles, n + 1 for k = 2, with any capacities") {
  CHECK(cycles(allgather, "flooding", 2, 2) == 5);
  for (const char* capacity : {"constant", "exponential", "1,1,4", "1,2,2"}) {
    CAPTURE(capacity);
    CHECK(cycles(allgather, "flooding", 2, 3, capacity) == 9);
    CHECK(cycles(allgather, "flooding", 4, 3, capacity) == 64);
  }
}

TEST_CASE("flooding queues k^l - k^(l-1) + 1 messages upwards at constant capacities") {
  const auto levels = run(allgather, "flooding", 3, 4).verdict.levels;
  REQUIRE(levels.size() == 4);
  CHECK(levels[0].max_up_fifo == 3 - 1 + 1);
  CHECK(levels[1].max_up_fifo == 9 - 3 + 1);
  CHECK(levels[2].max_up_fifo == 27 - 9 + 1);
  CHECK(levels[0].max_down_fifo == 3 - 1);      // k - 1
  CHECK(levels[1].max_down_fifo == 2 * 3 - 1);  // (k-1)k^(l-1) - 1
  CHECK(levels[2].max_down_fifo == 2 * 9 - 1);
  CHECK(levels[3].max_down_fifo == 1 * 27 + 1);  // root: (k-2)k^(h-1) + 1
}

TEST_CASE("turn-simple takes n + 2h - 1 cycles and no queue") {
  CHECK(cycles(allgather, "turn-simple", 2, 2) == 7);
  CHECK(cycles(allgather, "turn-simple", 2, 4) == 23);
  CHECK(cycles(allgather, "turn-simple", 3, 3) == 32);
  CHECK(run(allgather, "turn-simple", 3, 3).verdict.max_waiting == 0);
}

TEST_CASE("turn-phased takes n + 2h - 2 cycles and no queue, the figure of reference [4]") {
  CHECK(cycles(allgather, "turn-phased", 2, 2) == 6);
  CHECK(cycles(allgather, "turn-phased", 2, 4) == 22);
  CHECK(cycles(allgather, "turn-phased", 3, 3) == 31);
  CHECK(run(allgather, "turn-phased", 3, 3).verdict.max_waiting == 0);
}

TEST_CASE("turn-nearest-first takes n cycles, n + 1 for k = 2, and no queue") {
  CHECK(cycles(allgather, "turn-nearest-first", 2, 2) == 5);
  CHECK(cycles(allgather, "turn-nearest-first", 2, 5) == 33);
  CHECK(cycles(allgather, "turn-nearest-first", 3, 2) == 9);
  CHECK(cycles(allgather, "turn-nearest-first", 3, 3) == 27);
  CHECK(cycles(allgather, "turn-nearest-first", 4, 3) == 64);
  CHECK(run(allgather, "turn-nearest-first", 4, 3).verdict.max_waiting == 0);
}

TEST_CASE("greedy alltoall meets bound (3), n^2(k-1)/k^2 + 2h - 1, at constant capacities") {
  CHECK(cycles(alltoall, "greedy", 2, 2) == 7);  // also the optimum by exhaustive search
  CHECK(cycles(alltoall, "greedy", 2, 3) == 21);
  CHECK(cycles(alltoall, "greedy", 3, 2) == 21);
  CHECK(cycles(alltoall, "greedy", 4, 3) == 773);
  CHECK(run(alltoall, "greedy", 4, 3).theory.lower_bound == 773);
}

TEST_CASE("ascending destinations are a hot spot for greedy alltoall") {
  const Solved solved = run(alltoall, "greedy", 4, 3, "constant", {{"order", "ascending"}});
  CHECK(solved.cycles() == 1285);
  CHECK_FALSE(solved.theory.formula_cycles);
}

TEST_CASE("pipelined alltoall, equation (4), takes sum M_i + 2h - 1 cycles and no queue") {
  // Constant capacities: M_i = (k-1)k^(2i-2).
  CHECK(cycles(alltoall, "pipelined", 2, 2) == 1 + 4 + 3);
  CHECK(cycles(alltoall, "pipelined", 3, 2) == 2 + 18 + 3);
  CHECK(cycles(alltoall, "pipelined", 4, 3) == 3 + 48 + 768 + 5);
  // Exponential: M_i = (k-1)k^(i-1), together n - 1.
  CHECK(cycles(alltoall, "pipelined", 2, 3, "exponential") == 8 + 6 - 2);
  CHECK(cycles(alltoall, "pipelined", 4, 3, "exponential") == 64 + 6 - 2);
  for (const char* capacity : {"constant", "exponential"}) {
    const Solved solved = run(alltoall, "pipelined", 4, 3, capacity);
    CHECK(solved.verdict.max_waiting == 0);
    CHECK_FALSE(solved.theory.paper_cycles);
  }
}

TEST_CASE("phased alltoall, figure 6, takes sum M_i + h^2 cycles and no queue") {
  CHECK(cycles(alltoall, "phased", 2, 2) == 1 + 4 + 4);
  CHECK(cycles(alltoall, "phased", 4, 3) == 3 + 48 + 768 + 9);
  CHECK(cycles(alltoall, "phased", 4, 3, "exponential") == 63 + 9);
  CHECK(run(alltoall, "phased", 4, 3).verdict.max_waiting == 0);
}

TEST_CASE("equation (4) is optimal for exponential capacities and k >= 3") {
  for (const auto& [arity, height] : {std::pair{3U, 2U}, {3U, 3U}, {4U, 3U}, {5U, 2U}}) {
    const Solved solved = run(alltoall, "pipelined", arity, height, "exponential");
    CAPTURE(arity, height);
    CHECK(solved.theory.lower_bound == solved.cycles());
  }
}

TEST_CASE("equation (4) does not hold for all capacities: k = 3, c = (1,1,9)") {
  const Solved solved = run(alltoall, "pipelined", 3, 3, "1,1,9");
  CHECK(solved.cycles() == 79);  // M = 2, 18, 54 and 2h - 1 = 5
  CHECK(solved.theory.formula_cycles == 79);
  CHECK(solved.theory.paper_cycles == 43);  // 2 + 18 + 18 + 5
  CHECK(solved.theory.lower_bound == 77);
  CHECK_THAT(solved.theory.erratum,
             Catch::Contains("(3) looks at the top branch only: 23, true bound 77") &&
                 Catch::Contains("79 cycles, not 43"));
  CHECK(run(alltoall, "phased", 3, 3, "1,1,9").cycles() == 74 + 9);
}

TEST_CASE("no run is below the bound of its branches, whatever the capacities") {
  for (const char* capacity : {"1,1,1", "1,1,9", "1,2,3", "1,3,3", "1,3,9", "1,9,9"}) {
    for (const char* algorithm : {"greedy", "pipelined", "phased"}) {
      const Solved solved = run(alltoall, algorithm, 3, 3, capacity);
      CAPTURE(capacity, algorithm);
      REQUIRE(solved.theory.lower_bound);
      CHECK(solved.cycles() >= *solved.theory.lower_bound);
    }
  }
}
