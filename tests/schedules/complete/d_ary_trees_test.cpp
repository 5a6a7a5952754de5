// SPDX-License-Identifier: Apache-2.0
// Broadcast on d trees of degree d, which carry the messages in turn.
#include <catch2/catch.hpp>
#include <cmath>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("two binary trees in turn take at most m + 2 log n rounds") {
  for (std::uint32_t n = 8; n <= 300; n += n < 64 ? 1 : 7) {
    for (const std::uint32_t m : {1U, 2U, 9U}) {
      CAPTURE(n, m);
      const std::uint64_t rounds =
          solve({.algorithm = "d-ary-trees", .n = n, .m = m, .source = 3}).rounds();
      REQUIRE(rounds > 0);
      REQUIRE(double(rounds) <= m + 2 * std::log2(n) - 0.1);
    }
  }
}

TEST_CASE("trees of any degree are legal for every n") {
  for (std::uint32_t n = 2; n <= 40; ++n) {
    for (const char* degree : {"2", "3", "5", "8"}) {
      CAPTURE(n, degree);
      REQUIRE(solve({.algorithm = "d-ary-trees",
                     .n = n,
                     .m = 11,
                     .source = n - 1,
                     .options = {{"degree", degree}}})
                  .rounds() > 0);
    }
  }
}
