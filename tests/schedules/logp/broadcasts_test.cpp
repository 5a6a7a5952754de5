// SPDX-License-Identifier: Apache-2.0
// LogP machines: allgather as P broadcasts.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

LogpCase broadcasts(std::uint32_t n, std::uint32_t latency, std::uint32_t overhead = 0,
                    std::uint32_t gap = 1) {
  return {.algorithm = "broadcasts",
          .collective = CollectiveKind::allgather,
          .processors = n,
          .latency = latency,
          .overhead = overhead,
          .gap = gap};
}

}  // namespace

TEST_CASE("P broadcasts are legal and never faster than P - 1 receptions") {
  for (const std::uint32_t n : {2U, 3U, 5U, 8U, 16U, 130U}) {
    for (const auto& [latency, overhead, gap] :
         {std::tuple{2U, 0U, 1U}, {3U, 0U, 1U}, {6U, 2U, 4U}, {3U, 3U, 1U}, {5U, 0U, 3U}}) {
      CAPTURE(n, latency, overhead, gap);
      const LogpCase c = broadcasts(n, latency, overhead, gap);
      const Checked checked = run(c);
      CHECK(checked.wrong == "");
      CHECK(checked.time == *theory_of(c).formula_cycles);
      CHECK(checked.time >= *theory_of(c).lower_bound);
    }
  }
}

TEST_CASE("two processors that broadcast in turn need their latency and a send") {
  // A postal machine: one processor sends at time 0, the other at time 1.
  CHECK(run(broadcasts(2, 5)).time == 6);
}

TEST_CASE("P broadcasts are not the default, and refuse several items") {
  CHECK(find_algorithm("", problem_of({.collective = CollectiveKind::allgather,
                                       .processors = 8,
                                       .latency = 6,
                                       .overhead = 2,
                                       .gap = 4}))
            .name == "cyclic");
  LogpCase c = broadcasts(8, 3);
  c.messages = 2;
  CHECK_THROWS_WITH(theory_of(c), Contains("cyclic"));
}
