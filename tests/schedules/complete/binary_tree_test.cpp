// SPDX-License-Identifier: Apache-2.0
// Broadcast on a binary tree.
#include <algorithm>
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a binary tree takes 2m and two rounds per level with a few to spare") {
  for (std::uint32_t n = 3; n <= 260; ++n) {
    const std::uint64_t h = log_up(2, n + 1);  // levels
    for (const std::uint32_t m : {1U, 4U}) {
      CAPTURE(n, m);
      const Judged judged = solve({.algorithm = "binary-tree", .n = n, .m = m, .source = 2});
      REQUIRE(judged.rounds() == judged.theory.formula_cycles);
      REQUIRE(judged.rounds() + 6 >= 2 * m + 2 * h);
      REQUIRE(judged.rounds() + 4 <= 2 * m + 2 * h);
      if (n + 1 == (1U << h)) REQUIRE(judged.rounds() + 4 == 2 * m + 2 * h);
    }
  }
}

TEST_CASE("a binary tree of left and right children ends with the leaf of most right turns") {
  for (std::uint32_t n = 2; n <= 130; ++n) {
    // Rounds in which the nodes, in heap order, receive the first message: a right child two rounds
    // after its parent, a left child one.
    std::vector<std::uint64_t> received(n, 0);
    for (std::uint32_t v = 1; v < n; ++v)
      received[v] = received[(v - 1) / 2] + (v % 2 == 1 ? 1 : 2);
    const std::uint64_t first = *std::ranges::max_element(received);
    for (const std::uint32_t m : {1U, 2U, 7U}) {  // a message every second round
      CAPTURE(n, m);
      const std::uint64_t rounds =
          solve({.algorithm = "binary-tree", .n = n, .m = m, .source = n - 1}).rounds();
      REQUIRE(rounds == first + 2 * (m - 1));
    }
  }
}
