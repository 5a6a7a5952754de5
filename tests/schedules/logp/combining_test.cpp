// SPDX-License-Identifier: Apache-2.0
// LogP machines: combining broadcast.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("combining broadcasts tell all everything once in the time of one broadcast",
          "[exhaustive][slow]") {
  for (std::uint32_t latency = 1; latency <= 8; ++latency) {
    for (std::uint32_t processors = 2; processors < 130; processors += latency < 4 ? 1 : 3) {
      CAPTURE(processors, latency);
      const LogpCase c{.algorithm = "combining",
                       .collective = CollectiveKind::allreduce,
                       .processors = processors,
                       .latency = latency};
      const Checked checked = run(c);
      REQUIRE(checked.wrong.empty());
      REQUIRE(checked.time == time_of(processors, latency));
      REQUIRE(theory_of(c).formula_cycles == checked.time);
      REQUIRE(theory_of(c).lower_bound == checked.time);
    }
  }
}

TEST_CASE("combining broadcasts run on machines with overheads and gaps") {
  for (const std::uint32_t overhead : {0U, 1U, 2U}) {
    for (const std::uint32_t gap : {1U, 3U, 6U}) {
      for (const std::uint32_t latency : {1U, 4U, 9U}) {
        for (const std::uint32_t processors : {2U, 3U, 10U, 37U}) {
          CAPTURE(processors, latency, overhead, gap);
          const LogpCase c{.algorithm = "combining",
                           .collective = CollectiveKind::allreduce,
                           .processors = processors,
                           .latency = latency,
                           .overhead = overhead,
                           .gap = gap};
          const Checked checked = run(c);
          REQUIRE(checked.wrong.empty());
          REQUIRE(theory_of(c).formula_cycles == checked.time);
          REQUIRE(theory_of(c).lower_bound <= checked.time);
        }
      }
    }
  }
}

TEST_CASE("combining broadcasts wait for what arrives where that ends sooner") {
  const auto cycles = [](std::uint32_t processors, std::uint32_t latency, std::uint32_t overhead,
                         std::uint32_t gap) {
    const Checked checked = run({.algorithm = "combining",
                                 .collective = CollectiveKind::allreduce,
                                 .processors = processors,
                                 .latency = latency,
                                 .overhead = overhead,
                                 .gap = gap});
    CHECK(checked.wrong.empty());
    return checked.time;
  };
  CHECK(cycles(6, 3, 0, 2) == 8);  // p sends at 0, 3 and 5 to p+1, p+2 and p+4, modulo 6
  CHECK(cycles(12, 4, 0, 3) == 15);
  CHECK(cycles(16, 9, 2, 2) <= 34);
}
