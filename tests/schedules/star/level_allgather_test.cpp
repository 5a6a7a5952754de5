// SPDX-License-Identifier: Apache-2.0
// Allgather substar by substar.
#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/star_rules.hpp"
#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

TEST_CASE("level has places for what one dimension brings with all ports and for all with one") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Ports::Kind ports : {kSingle, kMulti}) {
      const Problem problem = problem_of(n, ports, {}, 2);
      const Plan plan = find_algorithm("level", problem).build(problem);
      std::map<LinkId, std::uint64_t> came;
      const auto pass = plan.open();
      for (std::vector<Hop> hops; pass->next(hops);) {
        for (const Hop& hop : hops) ++came[ports == kMulti ? hop.link : 0];
      }
      std::uint64_t most = 0;
      for (const auto& [link, count] : came) most = std::max(most, count);
      CAPTURE(n, ports == kMulti);
      // With one port, each of the n! nodes has a single store, which also has the node's own 2
      // messages.
      if (ports == kSingle) most = most / kFactorial[n] + 2;
      CHECK(plan.hints.find<StarRules>()->places == most);
    }
  }
}

TEST_CASE("level takes n(n-1)/2 start-ups and what the bandwidth allows with one port") {
  check_formula(
      "level", [](unsigned n) { return n * (n - 1) / 2; },
      [](unsigned n) { return kFactorial[n] - 1; });
}

TEST_CASE("level takes 2n-3 start-ups with all ports") {
  for (unsigned n = 3; n <= 6; ++n) {
    std::uint64_t blocks = 0;  // 2(1! + .. + (n-1)!)
    for (unsigned d = 1; d < n; ++d) blocks += 2 * kFactorial[d];
    for (const Timing timing : {Timing{0, 1}, Timing{7, 2}}) {
      CAPTURE(n, timing.startup);
      CHECK(cycles("level", problem_of(n, kMulti, timing)) ==
            (2 * n - 3) * timing.startup + (blocks - 1) * timing.per_message);
    }
  }
}

TEST_CASE("level pays a start-up for every packet into which a cap cuts a block") {
  for (const unsigned cap : {1U, 2U, 5U}) {
    std::uint64_t startups = 0;  // for each d, d-1 blocks of (d-1)! messages are sent
    for (unsigned d = 2; d <= 5; ++d) startups += (d - 1) * ((kFactorial[d - 1] + cap - 1) / cap);
    Problem problem = problem_of(5, kSingle, {11, 3});
    problem.options = {{"packet-cap", std::to_string(cap)}};
    CAPTURE(cap);
    CHECK(cycles("level", problem) == startups * 11 + (kFactorial[5] - 1) * 3);
  }
}
