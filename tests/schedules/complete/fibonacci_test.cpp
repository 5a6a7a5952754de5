// SPDX-License-Identifier: Apache-2.0
// Generalized Fibonacci trees: their sizes, the examples of Bruck, Cypher & Ho 1992, every n in a
// range, refused sizes.
#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "schedules/complete/fibonacci_trees.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::complete;
using namespace romcast::test;
using Catch::Contains;

namespace {

// F_d(t), the size of the generalized Fibonacci tree of order t, straight from its definition.
std::uint64_t tree_size(unsigned d, unsigned t) {
  if (t < d) return 1;
  std::uint64_t sum = 1;
  for (unsigned i = 1; i <= d; ++i) sum += tree_size(d, t - i);
  return sum;
}

// Rounds of a broadcast: m + f + d, where n' is the largest number up to n that is d+1 modulo d^2,
// and f the least t with F_d(t) >= (n'-1)/d. One round less if n = n', d divides f, and only a
// single leaf of a tree has the tree's largest label, f: the last child of this leaf would be a
// processor that does not exist.
std::uint64_t corrected(std::uint64_t n, std::uint64_t m, unsigned d) {
  const bool exact = n % (d * d) == d + 1;
  while (n % (d * d) != d + 1) --n;
  unsigned t = 0;
  while (tree_size(d, t) < (n - 1) / d) ++t;
  const bool single = t > 0 && (n - 1) / d == tree_size(d, t - 1) + d;
  return m + t + d - (exact && single && t % d == 0 ? 1 : 0);
}

Broadcast fibonacci(std::uint32_t n, std::uint32_t m, unsigned degree) {
  return {.algorithm = "fibonacci",
          .n = n,
          .m = m,
          .source = n / 3,
          .options = {{"degree", std::to_string(degree)}}};
}

}  // namespace

TEST_CASE("generalized Fibonacci trees have the orders that their sizes ask for") {
  CHECK(tree_size(3, 10) == 289);
  CHECK(tree_size(5, 12) == 621);
  for (const unsigned d : {3U, 4U, 5U, 7U}) {
    for (unsigned t = 1; t <= 16; ++t) {
      if (tree_size(d, t) == tree_size(d, t - 1)) continue;
      CHECK(fibonacci_order(d, tree_size(d, t)) == t);
      CHECK(fibonacci_order(d, tree_size(d, t - 1) + 1) == t);
    }
  }
}

TEST_CASE("twenty-two processors with three trees take eight rounds and not the printed seven") {
  const Judged judged = solve(fibonacci(22, 1, 3));
  CHECK(judged.rounds() == 8);
  CHECK(judged.theory.formula_cycles == 8);
  CHECK(judged.theory.paper_cycles == 7);
  CHECK_THAT(judged.theory.erratum, Contains("Lemma 4.6"));
}

TEST_CASE("the twenty-eight processors of Figure 5 have two insertions per tree") {
  const FibonacciSplit split(28, 3);
  CHECK(split.alpha == 0);
  CHECK(split.beta == 2);
  CHECK(split.group == 7);
  CHECK(split.internal == 2);
}

TEST_CASE("every split adds up") {
  for (std::uint32_t d = 3; d <= 8; ++d) {
    for (std::uint32_t n = d + 1; n <= 500; ++n) {
      const FibonacciSplit s(n, d);
      REQUIRE(s.alpha < d);
      REQUIRE(s.beta < d);
      REQUIRE(s.group * d + 1 + s.beta * d + s.alpha == n);
      REQUIRE(s.internal * d + 1 == s.group);
    }
  }
}

TEST_CASE("Fibonacci trees take m + f + d rounds, or one less, for odd or even degree") {
  for (const unsigned d : {3U, 4U, 5U, 6U, 7U}) {
    for (std::uint32_t n = d * d + d + 1; n <= 150; ++n) {
      for (const std::uint32_t m : {1U, 2U, d, 2 * d + 1}) {
        CAPTURE(d, n, m);
        const Judged judged = solve(fibonacci(n, m, d));
        REQUIRE(judged.rounds() == corrected(n, m, d));
        REQUIRE(judged.theory.formula_cycles == judged.rounds());
      }
    }
  }
}

TEST_CASE("Lemma 4.6 holds where the virtual processor is the last of all") {
  for (const auto& [n, d] : {std::pair{13U, 3U}, {49U, 3U}, {265U, 3U}, {31U, 5U}, {57U, 7U}}) {
    CAPTURE(n, d);
    const Judged judged = solve(fibonacci(n, 5, d));
    unsigned t = 0;
    while (tree_size(d, t) < (n - 1) / d) ++t;
    CHECK(judged.rounds() == 5 + t + d - 1);
    CHECK_FALSE(judged.theory.paper_cycles);
    CHECK(judged.theory.erratum.empty());
  }
}

TEST_CASE("the lemmas say nothing about even degrees, and what is an upper bound does not err") {
  CHECK_FALSE(solve(fibonacci(37, 1, 4)).theory.paper_cycles);
  const Theory theory = solve(fibonacci(16, 1, 3)).theory;  // Lemma 4.7: a processor is inserted
  CHECK(theory.paper_cycles > theory.formula_cycles);
  CHECK(theory.erratum.empty());
}

TEST_CASE("the lemmas as printed hold but for the first one") {
  for (const unsigned d : {3U, 5U}) {
    for (std::uint32_t n = d * d + d + 1; n <= 400; ++n) {
      const Judged judged = solve(fibonacci(n, 4, d));
      CAPTURE(d, n);
      REQUIRE(judged.rounds() > 0);
      if (!judged.theory.paper_cycles) continue;
      const bool first = n % (d * d) == d + 1;
      REQUIRE((judged.rounds() > *judged.theory.paper_cycles) == first);
    }
  }
}

TEST_CASE("few processors are within 2d-2 rounds of m") {
  for (const unsigned d : {3U, 4U, 5U, 8U}) {
    for (std::uint32_t n = d + 1; n <= 3 * d; ++n) {
      for (const std::uint32_t m : {1U, d, d + 1}) {
        CAPTURE(d, n, m);
        const std::uint64_t rounds = solve(fibonacci(n, m, d)).rounds();
        REQUIRE(rounds >= m + d - 1);
        REQUIRE(rounds <= m + 2 * d - 2);
        REQUIRE((rounds == m + d - 1) == (n == d + 1));
      }
    }
  }
}

TEST_CASE("the best degree is no worse than any other") {
  for (std::uint32_t n = 4; n <= 80; ++n) {
    for (const std::uint32_t m : {1U, 6U}) {
      const std::uint64_t best = solve({.algorithm = "fibonacci", .n = n, .m = m}).rounds();
      REQUIRE(best > 0);
      for (unsigned d = 3; d < n && d <= 12; ++d) {
        if (!fibonacci_covers(n, d)) continue;
        CAPTURE(n, m, d);
        REQUIRE(best <= solve(fibonacci(n, m, d)).rounds());
      }
    }
  }
}

TEST_CASE("numbers that the trees do not cover are refused with the nearest that are") {
  CHECK_THROWS_WITH(solve(fibonacci(20, 1, 5)), Contains("6..15 and 31 or more") &&
                                                    Contains("not 20") && Contains("`degree` 3") &&
                                                    Contains("circulant"));
  CHECK_THROWS_WITH(solve(fibonacci(11, 1, 3)), Contains("4..9 and 13 or more"));
  CHECK_THROWS_WITH(solve({.algorithm = "fibonacci", .n = 3}), Contains("circulant"));
  CHECK_THROWS_WITH(solve(fibonacci(30, 1, 2)), Contains("`degree` 2: give a number from 3"));
}

TEST_CASE("the rounds of large networks are those of the formula") {
  const std::pair<std::uint32_t, std::uint64_t> above_m[]{{1000, 14}, {10000, 18}, {100000, 21}};
  for (const auto& [n, rounds] : above_m) CHECK(solve(fibonacci(n, 3, 3)).rounds() == 3 + rounds);
  CHECK(solve(fibonacci(10000, 2, 5)).rounds() == 2 + 19);
  CHECK(solve(fibonacci(10000, 2, 7)).rounds() == 2 + 22);
}

TEST_CASE("beta can be d-1, which section 4.3 leaves out and Figure 5 shows") {
  CHECK_THAT(solve(fibonacci(28, 1, 3)).theory.erratum, Contains("beta < d-1"));
  CHECK(solve(fibonacci(25, 1, 3)).theory.erratum.empty());  // beta = 1
}
