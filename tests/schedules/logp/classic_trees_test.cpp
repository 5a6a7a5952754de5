// SPDX-License-Identifier: Apache-2.0
// Broadcast trees whose shape ignores L, o and g: their run times against the best tree's, and
// against run times computed by hand.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("classic trees are timed by latency, overhead and gap") {
  const auto time = [](const char* algorithm, std::uint32_t processors) {
    const LogpCase c{.algorithm = algorithm,
                     .processors = processors,
                     .latency = 6,
                     .overhead = 2,
                     .gap = 4,
                     .source = processors - 1};
    const Checked checked = run(c);
    CHECK(checked.wrong == "");
    CHECK(theory_of(c).formula_cycles == checked.time);
    CHECK(theory_of(c).lower_bound <= checked.time);
    return checked.time;
  };
  // A child has the item 10 cycles after its parent begins to send; sends begin 4 cycles apart.
  CHECK(time("path", 8) == 70);
  CHECK(time("binary-tree", 3) == 14);
  CHECK(time("binary-tree", 8) == 30);  // 0 > 1 > 3 > 7
  CHECK(time("binomial", 8) == 30);     // 0 > 1 > 3 > 7
  CHECK(time("binomial", 4) == 20);     // 0 > 1 > 3
}

TEST_CASE("no classic tree beats the optimal one") {
  for (const char* algorithm : {"binomial", "binary-tree", "path"}) {
    for (const std::uint32_t processors : {2U, 5U, 16U, 33U}) {
      for (const std::uint32_t latency : {2U, 5U, 11U}) {
        for (const auto& [overhead, gap] : {std::pair{0U, 1U}, {2U, 3U}, {4U, 1U}}) {
          CAPTURE(algorithm, processors, latency, overhead, gap);
          LogpCase c{.algorithm = algorithm,
                     .processors = processors,
                     .latency = latency,
                     .overhead = overhead,
                     .gap = gap};
          const Checked checked = run(c);
          CHECK(checked.wrong == "");
          CHECK(checked.time >=
                labels(processors, latency + 2 * overhead, std::max(gap, overhead)).back());
        }
      }
    }
  }
}

TEST_CASE("classic trees of LogP machines carry one item, and leave rounds to others") {
  CHECK_THROWS_WITH(theory_of({.algorithm = "path", .processors = 5, .latency = 3, .messages = 2}),
                    Contains("block-cyclic"));
  const Problem rounds = problem_of({.algorithm = "", .processors = 8, .messages = 3});
  CHECK_FALSE(find_algorithm("binomial", rounds).logp);
}
