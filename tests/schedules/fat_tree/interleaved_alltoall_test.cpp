// SPDX-License-Identifier: Apache-2.0
// Alltoall with all ports on binary trees with exponential capacities. n = 2^h leaves.
#include <catch2/catch.hpp>

#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

// The fewest cycles T of an alltoall with M = `each` messages per pair, by hand: each leaf sends
// N = M(n - 1) messages in different cycles from 1 to T, and receives N messages in different
// cycles. So the sum of (arrival - departure) over all messages, divided by n, is at most N(T - N).
// A path that turns at level L takes at least 2L - 1 cycles from its departure to its arrival, so
// the same quotient is at least M sum_{L=1..h} 2^(L-1) (2L - 1) = M((2h - 3) n + 3).
std::uint64_t least_cycles(std::uint64_t height, std::uint64_t each) {
  const std::uint64_t n = std::uint64_t{1} << height, count = each * (n - 1);
  return count + (each * ((2 * height - 3) * n + 3) + count - 1) / count;
}

}  // namespace

TEST_CASE("interleaved alltoall takes n + 2h - 3 cycles, the least, and nothing waits") {
  for (unsigned h = 3; h <= 7; ++h) {
    CAPTURE(h);
    const Solved solved = solve(multi_port(2, h, alltoall, "interleaved", "exponential"));
    CHECK(solved.cycles() == (1U << h) + 2 * h - 3);
    CHECK(solved.cycles() == least_cycles(h, 1));
    CHECK(solved.theory.formula_cycles == solved.cycles());
    CHECK(solved.theory.lower_bound == solved.cycles());
    CHECK(solved.verdict.max_waiting == 0);
  }
}

TEST_CASE("interleaved alltoall of several messages per pair takes the least cycles") {
  for (unsigned h = 3; h <= 5; ++h) {
    for (unsigned each = 2; each <= 9; ++each) {
      CAPTURE(h, each);
      Question question = multi_port(2, h, alltoall, "interleaved", "exponential");
      question.messages = each;
      const Solved solved = solve(question);
      CHECK(solved.cycles() == least_cycles(h, each));
      CHECK(solved.verdict.max_waiting == 0);
    }
  }
}

TEST_CASE("interleaved alltoall is the default where it applies and refused elsewhere") {
  CHECK(solve(multi_port(2, 3, alltoall, "", "exponential")).algorithm == "interleaved");
  CHECK(solve(multi_port(2, 2, alltoall, "", "exponential")).algorithm != "interleaved");
  for (const auto& [k, h, capacity] :
       {std::tuple{2U, 2U, "exponential"}, {3U, 3U, "exponential"}, {2U, 3U, "1,2,3"}}) {
    CHECK_THROWS_WITH(solve(multi_port(k, h, alltoall, "interleaved", capacity)),
                      Catch::Contains("binary trees"));
  }
}
