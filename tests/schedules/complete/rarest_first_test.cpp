// SPDX-License-Identifier: Apache-2.0
// Broadcasts planned send by send, compared with Theorem 10 of Bar-Noy & Ho 1999.
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("rarest first keeps Theorem 10 where the chain of boxes needs a round more") {
  for (const auto& [n, m, k] :
       std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>{{5, 2, 5},
                                                                            {5, 5, 5},
                                                                            {5, 7, 5},
                                                                            {6, 5, 6},
                                                                            {6, 16, 6},
                                                                            {8, 7, 8},
                                                                            {8, 16, 8},
                                                                            {35, 2, 5},
                                                                            {35, 5, 5},
                                                                            {35, 7, 5}}) {
    CAPTURE(n, m, k);
    const std::uint64_t printed = ceil_div(m, k) + log_up(k + 1, n);
    const auto rounds = [&, n = n, m = m, k = k](const char* algorithm) {
      return solve({.algorithm = algorithm, .n = n, .m = m, .k = k, .source = n - 1}).rounds();
    };
    CHECK(rounds("rarest-first") > 0);
    CHECK(rounds("rarest-first") <= printed);
    CHECK(rounds("rotation") > printed);
  }
}

TEST_CASE("rarest first takes at most a round more than Theorem 10, and obeys the judge",
          "[exhaustive][slow]") {
  for (std::uint32_t k = 2; k <= 5; ++k) {
    for (std::uint32_t n = 2; n <= 40; ++n) {
      for (const std::uint32_t m : kSomeMessages) {
        CAPTURE(k, n, m);
        const Judged judged = solve({.algorithm = "rarest-first", .n = n, .m = m, .k = k});
        REQUIRE(judged.rounds() > 0);
        REQUIRE(judged.rounds() >= judged.theory.lower_bound);
        REQUIRE(judged.rounds() <= ceil_div(m, k) + log_up(k + 1, n) + 1);
      }
    }
  }
}

TEST_CASE("seven messages with two ports take the bound of Lemma 2") {
  for (const std::uint32_t n : {6U, 7U}) {
    const Judged judged = solve({.algorithm = "", .n = n, .m = 7, .k = 2, .source = 1});
    CHECK(judged.rounds() == ceil_div(7, 2) + log_up(3, n) - 1);
  }
}

TEST_CASE("two broadcasts that had been open take the rounds of Theorem 10") {
  for (const auto& [n, m, k] : {std::array<std::uint32_t, 3>{35, 50, 5}, {48, 60, 6}}) {
    CAPTURE(n, m, k);
    const Judged judged = solve({.algorithm = "rarest-first", .n = n, .m = m, .k = k, .source = 7});
    CHECK(judged.rounds() == 12);
    CHECK(judged.rounds() == ceil_div(m, k) + log_up(k + 1, n));
    CHECK(judged.theory.lower_bound == 12);
    CHECK(find_algorithm("", problem_of({.n = n, .m = m, .k = k})).name == "rarest-first");
  }
}
