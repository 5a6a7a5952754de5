// SPDX-License-Identifier: Apache-2.0
// Allgather by turn-simple. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("turn-simple takes n + 2h - 1 cycles and no queue") {
  CHECK(predicted_cycles(multi_port(2, 2, allgather, "turn-simple")) == 7);
  CHECK(predicted_cycles(multi_port(2, 4, allgather, "turn-simple")) == 23);
  CHECK(predicted_cycles(multi_port(3, 3, allgather, "turn-simple")) == 32);
  CHECK(solve(multi_port(3, 3, allgather, "turn-simple")).verdict.max_waiting == 0);
}
