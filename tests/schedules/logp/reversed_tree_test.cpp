// SPDX-License-Identifier: Apache-2.0
// LogP machines: reduction.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a reduction takes as long as a broadcast and counts every value once") {
  for (const std::uint32_t overhead : {0U, 1U, 3U}) {
    for (const std::uint32_t gap : {1U, 3U, 8U}) {
      for (const std::uint32_t latency : {1U, 4U, 9U}) {
        for (std::uint32_t processors = 2; processors <= 40; processors += 3) {
          CAPTURE(processors, latency, overhead, gap);
          const LogpCase c{.algorithm = "reversed-tree",
                           .collective = CollectiveKind::reduce,
                           .processors = processors,
                           .latency = latency,
                           .overhead = overhead,
                           .gap = gap,
                           .source = processors - 1};
          const Checked checked = run(c);
          REQUIRE(checked.wrong.empty());
          REQUIRE(checked.time ==
                  labels(processors, latency + 2 * overhead, std::max(gap, overhead)).back());
          REQUIRE(theory_of(c).formula_cycles == checked.time);
        }
      }
    }
  }
}

TEST_CASE("a reduction combines processors in their order") {
  const LogpCase c{.algorithm = "reversed-tree",
                   .collective = CollectiveKind::reduce,
                   .processors = 50,
                   .latency = 3};
  std::vector<std::vector<NodeId>> held(50);
  for (NodeId v = 0; v < 50; ++v) held[v] = {v};
  const Problem problem = problem_of(c);
  for (const Hop& hop : all_hops(find_algorithm("", problem).build(problem))) {
    held[hop.to].insert(held[hop.to].end(), held[hop.link].begin(), held[hop.link].end());
  }
  CHECK(held[0].size() == 50);
  CHECK(std::ranges::is_sorted(held[0]));
}
