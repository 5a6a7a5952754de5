// SPDX-License-Identifier: Apache-2.0
// LogP machines: broadcast of one item.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("the optimal tree of Figure 1 ends at 24") {
  const LogpCase figure{
      .algorithm = "optimal-tree", .processors = 8, .latency = 6, .overhead = 2, .gap = 4};
  const Problem problem = problem_of(figure);
  std::vector<std::uint64_t> times{0};
  for (const Hop& hop : all_hops(find_algorithm("", problem).build(problem))) {
    times.push_back(hop.cycle - 1 + 10);
  }
  CHECK(times == std::vector<std::uint64_t>{0, 10, 14, 18, 20, 22, 24, 24});
  CHECK(run(figure).time == 24);
  CHECK(theory_of(figure).formula_cycles == 24);
  CHECK(theory_of(figure).lower_bound == 24);
}

TEST_CASE("optimal trees take as long as the universal tree") {
  for (const std::uint32_t overhead : {0U, 1U, 2U, 5U}) {
    for (const std::uint32_t gap : {1U, 2U, 3U, 7U, 20U}) {
      for (const std::uint32_t latency : {1U, 2U, 3U, 6U, 11U}) {
        for (const std::uint32_t processors : {2U, 3U, 4U, 7U, 12U, 33U, 100U}) {
          CAPTURE(processors, latency, overhead, gap);
          const LogpCase c{.algorithm = "optimal-tree",
                           .processors = processors,
                           .latency = latency,
                           .overhead = overhead,
                           .gap = gap,
                           .source = processors / 2};
          const Checked checked = run(c);
          REQUIRE(checked.wrong.empty());
          REQUIRE(checked.time ==
                  labels(processors, latency + 2 * overhead, std::max(gap, overhead)).back());
          REQUIRE(theory_of(c).formula_cycles == checked.time);
          REQUIRE(theory_of(c).lower_bound == checked.time);
        }
      }
    }
  }
}

TEST_CASE("one tree carries one item only") {
  CHECK_THROWS_WITH(
      theory_of({.algorithm = "optimal-tree", .processors = 5, .latency = 3, .messages = 2}),
      Contains("block-cyclic"));
}

TEST_CASE("a broadcast of one item takes the optimal tree by default") {
  const Problem problem = problem_of({.algorithm = "", .processors = 30, .latency = 4});
  CHECK(find_algorithm("", problem).name == "optimal-tree");
  const Problem plain = problem_of({.algorithm = "", .processors = 30});
  CHECK(find_algorithm("", plain).name == "circulant");
}

TEST_CASE("the paper's own broadcast of one item is the optimal tree") {
  CHECK(
      find_algorithm("paper", problem_of({.algorithm = "", .processors = 14, .latency = 3})).name ==
      "optimal-tree");
  using enum CollectiveKind;
  for (const auto& [collective, name] : {std::pair{allgather, "cyclic"},
                                         {alltoall, "cyclic"},
                                         {reduce, "reversed-tree"},
                                         {allreduce, "combining"},
                                         {summation, "summation-tree"}}) {
    const Problem problem =
        problem_of({.algorithm = "", .collective = collective, .processors = 14, .latency = 3});
    CHECK(find_algorithm("paper", problem).name == name);
  }
}

TEST_CASE("Definition 2.3 is for g >= o") {
  LogpCase c{.algorithm = "optimal-tree", .processors = 8, .latency = 3, .overhead = 3, .gap = 3};
  CHECK(theory_of(c).erratum.empty());
  c.gap = 1;  // children 1 apart, 9 after their parent
  CHECK(theory_of(c).paper_cycles == labels(8, 9, 1).back());
  CHECK_THAT(theory_of(c).erratum, Contains("Definition 2.3"));
}
