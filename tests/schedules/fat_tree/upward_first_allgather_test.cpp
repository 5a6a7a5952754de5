// SPDX-License-Identifier: Apache-2.0
// Allgather with one port: Dimakopoulos & Dimopoulos 1996, figure 4(a), Theorem 4. n = k^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("upward-first allgather, figure 4(a), takes kn + (k+1)(h-2) + 1 cycles") {
  CHECK(optimal_cycles(single_port(2, 2, allgather)) == 9);  // also by exhaustive search
  CHECK(optimal_cycles(single_port(2, 3, allgather)) == 20);
  CHECK(optimal_cycles(single_port(2, 4, allgather)) == 39);
  CHECK(optimal_cycles(single_port(3, 2, allgather)) == 28);
  CHECK(optimal_cycles(single_port(3, 3, allgather)) == 86);
  CHECK(optimal_cycles(single_port(4, 3, allgather)) == 262);
  CHECK(optimal_cycles(single_port(5, 2, allgather)) == 126);
}
