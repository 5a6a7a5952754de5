// SPDX-License-Identifier: Apache-2.0
// Alltoall with one port: Dimakopoulos & Dimopoulos 1996, figure 5, Theorems 5 and 6, including the
// misprints. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("upward-first alltoall, figure 5, takes n^2(2k+1)(k-1)/k^3 + 2h - 3 cycles for k = 2") {
  CHECK(optimal_cycles(single_port(2, 2, alltoall)) == 11);  // also by exhaustive search
  CHECK(optimal_cycles(single_port(2, 3, alltoall)) == 43);
  CHECK(optimal_cycles(single_port(2, 4, alltoall)) == 165);
  CHECK_FALSE(solve(single_port(2, 4, alltoall, "paper")).theory.paper_cycles);
}

TEST_CASE("for k >= 3 the root is busier than Theorems 5 and 6 say: n^2(k-1)/k + 2h - 1") {
  struct Row {
    unsigned arity, height;
    std::uint64_t printed, corrected;
  };
  for (const Row& row :
       {Row{3, 2, 43, 57}, {3, 3, 381, 491}, {4, 3, 1731, 3077}, {5, 2, 221, 503}}) {
    CAPTURE(row.arity, row.height);
    CHECK(optimal_cycles(single_port(row.arity, row.height, alltoall)) == row.corrected);
    const Theory theory = solve(single_port(row.arity, row.height, alltoall, "paper")).theory;
    CHECK(theory.paper_cycles == row.printed);
    CHECK_THAT(theory.erratum, Catch::Contains(std::to_string(row.printed)) &&
                                   Catch::Contains(std::to_string(row.corrected)));
  }
}

TEST_CASE("any furthest-first order takes as long") {
  for (const char* order : {"digit-wise", "ascending", "descending"}) {
    CAPTURE(order);
    CHECK(solve(single_port(2, 4, alltoall, "paper", {{"order", order}})).cycles() == 165);
    CHECK(solve(single_port(3, 3, alltoall, "paper", {{"order", order}})).cycles() == 491);
  }
}

TEST_CASE("nearest first is slower, by 1 to 51 cycles, and has no formula") {
  for (const auto& [arity, height, best] :
       {std::tuple{2U, 3U, 43U}, {2U, 4U, 165U}, {3U, 2U, 57U}}) {
    const Solved solved =
        solve(single_port(arity, height, alltoall, "paper", {{"order", "nearest-first"}}));
    CAPTURE(arity, height);
    CHECK_FALSE(solved.theory.formula_cycles);
    CHECK(solved.cycles() > best);
    CHECK(solved.cycles() <= best + 51);
  }
}

TEST_CASE("upward-first alltoall queues n^2(k^2-1)^2/k^5 messages at level h-1") {
  // For k = 2, n = 128, h = 7 these are 16384 * 9 / 32 messages. At level l (levels[l-1]) the queue
  // to the parent holds up to (k-1)k^(l-1)(n-k^l) + 1 messages.
  const auto levels = solve(single_port(2, 7, alltoall, "paper")).verdict.levels;
  REQUIRE(levels.size() == 7);
  CHECK(levels[5].max_queue == 4608);
  CHECK(levels[5].max_up_fifo == 32 * (128 - 64) + 1);
  CHECK(levels[0].max_up_fifo == 1 * (128 - 2) + 1);
  CHECK(solve(single_port(3, 3, alltoall, "paper")).verdict.levels[1].max_queue == 729 * 64 / 243);
}

TEST_CASE("upward-first-credit is at most 12 % slower and holds at most 2(k+1) messages") {
  for (const auto& [arity, height, best] :
       {std::tuple{2U, 4U, 165U}, {3U, 3U, 491U}, {4U, 3U, 3077U}}) {
    const Solved solved = solve(single_port(arity, height, alltoall, "upward-first-credit"));
    CAPTURE(arity, height);
    CHECK(solved.theory.lower_bound == best);
    CHECK_FALSE(solved.theory.formula_cycles);
    CHECK(solved.cycles() >= best);
    CHECK(solved.cycles() * 100 <= best * 112);
    CHECK(solved.verdict.max_queue <= 2 * (arity + 1));
  }
}

TEST_CASE("Theorem 5 does not err, as it is a bound, but Theorem 6, which takes it for the time") {
  const Theory theory = solve(single_port(3, 2, alltoall, "paper")).theory;
  CHECK_THAT(theory.erratum, Catch::Contains("Theorem 6, Table 1 and section 2.5") &&
                                 !Catch::Contains("Theorem 5 errs"));
  CHECK_THAT(theory.lower_bound_source, Catch::Contains("above Theorem 5"));
  CHECK(solve(single_port(2, 3, alltoall, "paper")).theory.erratum.empty());
}
