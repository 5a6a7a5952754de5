// SPDX-License-Identifier: Apache-2.0
// Allgather by turn-nearest-first. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("turn-nearest-first takes n cycles, n + 1 for k = 2, and no queue") {
  CHECK(predicted_cycles(multi_port(2, 2, allgather, "turn-nearest-first")) == 5);
  CHECK(predicted_cycles(multi_port(2, 5, allgather, "turn-nearest-first")) == 33);
  CHECK(predicted_cycles(multi_port(3, 2, allgather, "turn-nearest-first")) == 9);
  CHECK(predicted_cycles(multi_port(3, 3, allgather, "turn-nearest-first")) == 27);
  CHECK(predicted_cycles(multi_port(4, 3, allgather, "turn-nearest-first")) == 64);
  CHECK(solve(multi_port(4, 3, allgather, "turn-nearest-first")).verdict.max_waiting == 0);
}
