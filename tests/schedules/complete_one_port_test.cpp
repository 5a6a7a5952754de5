// SPDX-License-Identifier: Apache-2.0
// One port: circulant, hypercube, binomial tree, path, binary tree, d-ary trees.
#include <catch2/catch.hpp>
#include <cmath>

#include "romcast/core/error.hpp"
#include "schedules/complete_solved.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

const std::vector<std::uint32_t> kMessages{1, 2, 3, 5, 8, 17};

std::string found(std::uint32_t n, std::uint32_t m, std::uint32_t k, const std::string& name) {
  return find_algorithm(name, problem_of(Broadcast{.n = n, .m = m, .k = k})).name;
}

}  // namespace

TEST_CASE("without a name a fully connected network takes what is optimal") {
  CHECK(found(100, 5, 1, "") == "circulant");
  CHECK(found(27, 5, 2, "") == "clipped-cube");
  CHECK(found(28, 5, 2, "") == "rotation-best");
  CHECK(found(100, 5, 1, "paper") == "fibonacci");
  CHECK(found(100, 5, 3, "paper") == "rotation");
}

TEST_CASE("circulant broadcast meets the lower bound for every n") {
  for (std::uint32_t n = 2; n <= 140; ++n) {
    for (const std::uint32_t m : kMessages) {
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

TEST_CASE("hypercube broadcast takes m + log n - 1 rounds") {
  for (unsigned q = 1; q <= 8; ++q) {
    for (const std::uint32_t m : kMessages) {
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

TEST_CASE("a binomial tree takes m times ceil(log n) rounds") {
  for (std::uint32_t n = 2; n <= 70; ++n) {
    for (const std::uint32_t m : kMessages) {
      CAPTURE(n, m);
      REQUIRE(solve({.algorithm = "binomial", .n = n, .m = m, .source = 1}).rounds() ==
              m * log_up(2, n));
    }
  }
}

TEST_CASE("a path takes m + n - 2 rounds") {
  for (std::uint32_t n = 2; n <= 70; ++n) {
    for (const std::uint32_t m : kMessages) {
      CAPTURE(n, m);
      REQUIRE(solve({.algorithm = "path", .n = n, .m = m, .source = 1}).rounds() == m + n - 2);
    }
  }
}

TEST_CASE("a binary tree takes 2m and two rounds per level with a few to spare") {
  for (std::uint32_t n = 3; n <= 260; ++n) {
    const std::uint64_t h = log_up(2, n + 1);  // levels
    for (const std::uint32_t m : {1U, 4U}) {
      CAPTURE(n, m);
      const Judged judged = solve({.algorithm = "binary-tree", .n = n, .m = m, .source = 2});
      REQUIRE(judged.rounds() == judged.theory.formula_cycles);
      REQUIRE(judged.rounds() + 6 >= 2 * m + 2 * h);
      REQUIRE(judged.rounds() + 4 <= 2 * m + 2 * h);
      if (n + 1 == (1U << h)) REQUIRE(judged.rounds() + 4 == 2 * m + 2 * h);
    }
  }
}

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

TEST_CASE("messages whose rounds cannot be counted are refused") {
  CHECK_THROWS_WITH(solve({.algorithm = "binomial", .n = 100, .m = 4'000'000'000}),
                    Contains("--messages 4000000000"));
}
