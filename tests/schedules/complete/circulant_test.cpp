// SPDX-License-Identifier: Apache-2.0
// Broadcast on circulant graphs: m + ceil(log_2 n) - 1 rounds.
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("circulant broadcast meets the lower bound for every n") {
  for (std::uint32_t n = 2; n <= 140; ++n) {
    for (const std::uint32_t m : kSomeMessages) {
      CAPTURE(n, m);
      const Judged judged = solve({.algorithm = "circulant", .n = n, .m = m, .source = n / 2});
      REQUIRE(judged.rounds() == m + log_up(2, n) - 1);
      REQUIRE(judged.theory.lower_bound == judged.rounds());
    }
  }
}

TEST_CASE("circulant broadcast meets the lower bound for numbers around large powers of two") {
  for (const std::uint32_t n : {1023U, 1024U, 1025U, 4097U, 5461U, 16383U, 16385U}) {
    CAPTURE(n);
    CHECK(solve({.algorithm = "circulant", .n = n, .m = 7}).rounds() == 7 + log_up(2, n) - 1);
  }
}
