// SPDX-License-Identifier: Apache-2.0
// Broadcast along a path.
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a path takes m + n - 2 rounds") {
  for (std::uint32_t n = 2; n <= 70; ++n) {
    for (const std::uint32_t m : kSomeMessages) {
      CAPTURE(n, m);
      REQUIRE(solve({.algorithm = "path", .n = n, .m = m, .source = 1}).rounds() == m + n - 2);
    }
  }
}
