// SPDX-License-Identifier: Apache-2.0
// Allgather by turn-phased. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("turn-phased takes n + 2h - 2 cycles and no queue, the figure of reference [4]") {
  CHECK(predicted_cycles(multi_port(2, 2, allgather, "turn-phased")) == 6);
  CHECK(predicted_cycles(multi_port(2, 4, allgather, "turn-phased")) == 22);
  CHECK(predicted_cycles(multi_port(3, 3, allgather, "turn-phased")) == 31);
  CHECK(solve(multi_port(3, 3, allgather, "turn-phased")).verdict.max_waiting == 0);
}

TEST_CASE("for k = 2 the time without queues is one less than the paper's n + 1 and 2h - 2") {
  const Theory binary = solve(multi_port(2, 4, allgather, "turn-phased")).theory;
  CHECK(binary.formula_cycles == 16 + 1 + 2 * 4 - 2 - 1);
  CHECK_THAT(binary.formula_source, Catch::Contains("one less than section 3.2"));
  CHECK_THAT(solve(multi_port(3, 3, allgather, "turn-phased")).theory.formula_source,
             !Catch::Contains("less"));
}
