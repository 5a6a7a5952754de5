// SPDX-License-Identifier: Apache-2.0
// Scatter from a leaf: Dimakopoulos & Dimopoulos 1996, Theorem 2. n = k^h leaves.
#include <catch2/catch.hpp>
#include <cmath>

#include "schedules/fat_tree/by_hand.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("furthest-first scatter: destinations 3 2 1 leave in cycles 1 2 3") {
  const Solved solved = solve({.collective = scatter, .ports = Ports::Kind::single});
  CHECK(sorted_hops(solved) ==
        by_hand(solved,
                {"1 p0 s1.0 3", "2 s1.0 s2.0 3", "3 s2.0 s1.1 3", "4 s1.1 p3 3", "2 p0 s1.0 2",
                 "3 s1.0 s2.0 2", "4 s2.0 s1.1 2", "5 s1.1 p2 2", "3 p0 s1.0 1", "4 s1.0 p1 1"}));
}

TEST_CASE("furthest-first scatter of M messages ends with the last of the class that ends latest") {
  for (const auto& [arity, height] : {std::pair{2U, 3U}, {3U, 2U}, {4U, 2U}}) {
    const auto n = static_cast<unsigned>(std::pow(arity, height) + 0.5);
    for (const std::uint32_t messages : {1U, 2U, 5U}) {
      // M messages for each of n - k^(i-1) leaves turn at level i or above, and the source sends
      // these first. The last one leaves in cycle M (n - k^(i-1)), turns at level i, and arrives
      // 2i - 1 cycles later.
      std::uint64_t last = 0;
      for (unsigned i = 1, nearer = 1; i <= height; ++i, nearer *= arity) {
        last = std::max<std::uint64_t>(last, messages * (n - nearer) + 2 * i - 1);
      }
      for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
        CAPTURE(arity, height, messages, Ports{ports}.name());
        CHECK(optimal_cycles({.arity = arity,
                              .height = height,
                              .collective = scatter,
                              .ports = ports,
                              .messages = messages,
                              .source = n / 2}) == last);
      }
    }
  }
}
