// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/steps.hpp"

#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("steps double until all processors are reached") {
  CHECK(logp::doublings(2) == 1);
  CHECK(logp::doublings(5) == 3);
  CHECK(logp::doublings(8) == 3);
  CHECK(logp::doublings(9) == 4);
}

TEST_CASE("an exchange keeps every processor busy for two overheads per message") {
  // 7 sends and 7 receptions of 3 cycles each; the port alone would need 9 + 6 * 3.
  const LogpCase c{.algorithm = "cyclic",
                   .collective = CollectiveKind::alltoall,
                   .processors = 8,
                   .latency = 3,
                   .overhead = 3,
                   .gap = 1};
  CHECK(theory_of(c).lower_bound == 42);
  CHECK(run(c).time >= 42);
}
