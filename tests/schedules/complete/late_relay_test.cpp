// SPDX-License-Identifier: Apache-2.0
// Broadcasts to at most k other processors, against Theorem 10 of Bar-Noy & Ho 1999.
#include <catch2/catch.hpp>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Most receptions by the `others` in `rounds` rounds: k in all in round 1, and k by each of them in
// each round from 3 on. In round 2 the source sends k messages, and the others relay those that
// they received in round 1; all divisions of these k messages among them are tried.
std::uint64_t most_receptions(std::uint64_t others, std::uint64_t k, std::uint64_t rounds) {
  std::vector<std::uint64_t> best(k + 1, 0);  // [number of messages divided so far]
  for (std::uint64_t v = 0; v < others; ++v) {
    std::vector<std::uint64_t> next(k + 1, 0);
    for (std::uint64_t before = 0; before <= k; ++before) {
      for (std::uint64_t a = 0; before + a <= k; ++a) {
        next[before + a] = std::max(next[before + a], best[before] + std::min(k, (others - 1) * a));
      }
    }
    best = next;
  }
  const std::uint64_t second = std::min(others * k, k + best[k]);
  return k + (rounds >= 2 ? second + (rounds - 2) * others * k : 0);
}

bool enough(std::uint32_t n, std::uint32_t m, std::uint32_t k, std::uint64_t rounds) {
  return most_receptions(n - 1, k, rounds) >= std::uint64_t{n - 1} * m;
}

}  // namespace

TEST_CASE("late relays keep Theorem 10 where rarest first needs a round more") {
  for (const auto& [n, m, k, rounds] :
       std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>>{
           {8, 24, 8, 4}, {7, 40, 8, 6}, {8, 160, 8, 21}}) {
    CAPTURE(n, m, k);
    CHECK(solve({.algorithm = "late-relay", .n = n, .m = m, .k = k, .source = 2}).rounds() ==
          rounds);
    CHECK(find_algorithm("", problem_of({.n = n, .m = m, .k = k})).name == "late-relay");
  }
}

TEST_CASE("late relays take ceil(m/k) + 1 rounds wherever all receptions fit into these") {
  for (std::uint32_t k = 2; k <= 17; ++k) {
    for (std::uint32_t n = 3; n <= k + 1; ++n) {
      for (std::uint32_t m = 1; m <= 4 * k; m += m < k ? 1 : (m < 2 * k ? 3 : 7)) {
        CAPTURE(n, m, k);
        const std::uint64_t rounds = ceil_div(m, k) + 1;
        if (enough(n, m, k, rounds)) {
          REQUIRE(solve({.algorithm = "late-relay", .n = n, .m = m, .k = k}).rounds() == rounds);
        } else {
          REQUIRE_THROWS(find_algorithm("late-relay", problem_of({.n = n, .m = m, .k = k})));
        }
      }
    }
  }
}

TEST_CASE("Theorem 10 fails where the second round cannot use all ports") {
  REQUIRE_FALSE(enough(11, 13, 13, 2));
  for (std::uint32_t k = 2; k <= 20; ++k) {
    for (std::uint32_t n = 3; n <= k + 1; ++n) {
      for (std::uint32_t m = 1; m <= 3 * k; ++m) {
        const bool more = !enough(n, m, k, ceil_div(m, k) + 1);
        CAPTURE(n, m, k);
        REQUIRE((complete::fewest_rounds({n, m, k}) == ceil_div(m, k) + 2) == more);
      }
    }
  }
}
