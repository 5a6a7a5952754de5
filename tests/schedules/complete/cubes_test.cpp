// SPDX-License-Identifier: Apache-2.0
// Hypercube and clipped cube: Bar-Noy & Ho 1999, Corollary 4.
#include <catch2/catch.hpp>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/chain.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::complete;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("hypercube broadcast takes m + log n - 1 rounds") {
  for (unsigned q = 1; q <= 8; ++q) {
    for (const std::uint32_t m : kSomeMessages) {
      CAPTURE(q, m);
      const std::uint32_t n = 1U << q;
      REQUIRE(solve({.algorithm = "hypercube", .n = n, .m = m, .source = n - 1}).rounds() ==
              m + q - 1);
    }
  }
}

TEST_CASE("hypercube broadcast refuses other numbers and names the next powers of two") {
  CHECK_THROWS_WITH(solve({.algorithm = "hypercube", .n = 100}),
                    Contains("64 and 128") && Contains("circulant"));
}

TEST_CASE("the clipped cube reaches the first case of Corollary 4") {
  for (const auto& [k, depth] : {std::pair{2U, 1U},
                                 {2U, 2U},
                                 {2U, 3U},
                                 {2U, 4U},
                                 {3U, 2U},
                                 {3U, 3U},
                                 {4U, 2U},
                                 {5U, 2U},
                                 {7U, 1U}}) {
    const auto n = static_cast<std::uint32_t>(power(k + 1, depth));
    for (const std::uint32_t groups : {1U, 2U, 3U, 6U}) {
      const std::uint32_t m = (groups - 1) * k + 1;
      CAPTURE(k, n, m);
      const Judged judged =
          solve({.algorithm = "clipped-cube", .n = n, .m = m, .k = k, .source = n / 2});
      REQUIRE(judged.rounds() == groups + depth - 1);
      REQUIRE(judged.theory.lower_bound == judged.rounds());
    }
  }
}

TEST_CASE("the clipped cube says what it does not cover") {
  CHECK_THROWS_WITH(solve({.algorithm = "clipped-cube", .n = 28, .m = 1, .k = 2}),
                    Contains("no power of 3") && Contains("27 and 81") && Contains("rotation"));
  CHECK_THROWS_WITH(solve({.algorithm = "clipped-cube", .n = 27, .m = 6, .k = 2}),
                    Contains("6 messages") && Contains("rotation") && Contains("5 messages"));
}

TEST_CASE("in a full cube any other number of messages takes a round more") {
  // Corollary 4: n = (k+1)^L and m mod k != 1.
  for (std::uint32_t m = 2; m <= 8; m += 2) {
    CHECK(fewest_rounds({.n = 27, .m = m, .k = 2}) == ceil_div(m, 2) + 3);
    CHECK(solve({.algorithm = "rotation", .n = 27, .m = m, .k = 2}).rounds() == ceil_div(m, 2) + 3);
  }
}

TEST_CASE("cubes name who described them") {
  const auto source = [](const Broadcast& b) { return solve(b).theory.formula_source; };
  CHECK_THAT(source({.algorithm = "hypercube", .n = 8, .m = 2}), Contains("Ho 1991"));
  CHECK_THAT(source({.algorithm = "clipped-cube", .n = 9, .m = 3, .k = 2}),
             Contains("Bar-Noy & Ho 1999"));
}
