// SPDX-License-Identifier: Apache-2.0
// Allgather by flooding: Dimakopoulos & Dimopoulos 1996, Table 2. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("flooding takes n cycles, n + 1 for k = 2, with any capacities") {
  CHECK(predicted_cycles(multi_port(2, 2, allgather, "flooding")) == 5);
  for (const char* capacity : {"constant", "exponential", "1,1,4", "1,2,2"}) {
    CAPTURE(capacity);
    CHECK(predicted_cycles(multi_port(2, 3, allgather, "flooding", capacity)) == 9);
    CHECK(predicted_cycles(multi_port(4, 3, allgather, "flooding", capacity)) == 64);
  }
}

TEST_CASE("flooding queues k^l - k^(l-1) + 1 messages upwards at constant capacities") {
  const auto levels = solve(multi_port(3, 4, allgather, "flooding")).verdict.levels;
  REQUIRE(levels.size() == 4);
  CHECK(levels[0].max_up_fifo == 3 - 1 + 1);
  CHECK(levels[1].max_up_fifo == 9 - 3 + 1);
  CHECK(levels[2].max_up_fifo == 27 - 9 + 1);
  CHECK(levels[0].max_down_fifo == 3 - 1);      // k - 1
  CHECK(levels[1].max_down_fifo == 2 * 3 - 1);  // (k-1)k^(l-1) - 1
  CHECK(levels[2].max_down_fifo == 2 * 9 - 1);
  CHECK(levels[3].max_down_fifo == 1 * 27 + 1);  // root: (k-2)k^(h-1) + 1
}
