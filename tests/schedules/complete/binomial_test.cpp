// SPDX-License-Identifier: Apache-2.0
// Broadcast on a binomial tree.
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("a binomial tree takes m times ceil(log n) rounds") {
  for (std::uint32_t n = 2; n <= 70; ++n) {
    for (const std::uint32_t m : kSomeMessages) {
      CAPTURE(n, m);
      REQUIRE(solve({.algorithm = "binomial", .n = n, .m = m, .source = 1}).rounds() ==
              m * log_up(2, n));
    }
  }
}

TEST_CASE("messages whose rounds cannot be counted are refused") {
  CHECK_THROWS_WITH(solve({.algorithm = "binomial", .n = 100, .m = 4'000'000'000}),
                    Contains("`messages` 4000000000"));
}
