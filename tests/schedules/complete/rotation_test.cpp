// SPDX-License-Identifier: Apache-2.0
// Rotation: Bar-Noy & Ho 1999, section 4.
#include <catch2/catch.hpp>

#include "schedules/complete/chain.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::complete;
using namespace romcast::test;

TEST_CASE("rotation-best is never slower than rotation and k-Tree once all inputs are in use") {
  for (std::uint32_t k = 2; k <= 8; ++k) {
    for (std::uint32_t n = 2; n <= 120; ++n) {
      CAPTURE(k, n);
      const unsigned best = chain_time(best_chain(n, k), k);
      REQUIRE(best <= chain_time(literal_chain(n, k), k));
      REQUIRE(best <= chain_time({{.kind = BoxShape::Kind::trees, .processors = n - 1}}, k));
    }
  }
}

TEST_CASE("rotation with one port takes at most m + ceil(log n) rounds") {
  for (std::uint32_t n = 2; n <= 200; ++n) {
    for (const std::uint32_t m : {1U, 6U}) {
      CAPTURE(n, m);
      const std::uint64_t rounds =
          solve({.algorithm = "rotation", .n = n, .m = m, .source = n - 1}).rounds();
      REQUIRE(rounds > 0);
      REQUIRE(rounds <= m + log_up(2, n));
    }
  }
}

TEST_CASE("rotation is optimal for one processor more than a power of k+1") {
  for (const auto& [n, k] : {std::pair{10U, 2U}, {28U, 2U}, {82U, 2U}, {17U, 3U}, {26U, 4U}}) {
    for (std::uint32_t m = 1; m <= 12; ++m) {
      for (const char* algorithm : {"rotation", "rotation-best"}) {
        CAPTURE(n, k, m, algorithm);
        const std::uint64_t lower = ceil_div(m, k) + log_up(k + 1, n) - 1;
        CHECK(solve({.algorithm = algorithm, .n = n, .m = m, .k = k}).rounds() == lower);
      }
    }
  }
}

TEST_CASE("what is wrong with Corollary 9 depends on whether another chain reaches it") {
  const Judged literal = solve({.algorithm = "rotation", .n = 15, .m = 2, .k = 5});
  const Judged best = solve({.algorithm = "rotation-best", .n = 15, .m = 2, .k = 5});
  CHECK(literal.rounds() == 4);
  CHECK(best.rounds() == 3);
  CHECK_THAT(literal.theory.erratum, Catch::Contains("rotation-best reaches 3"));
  CHECK(best.theory.erratum.empty());
}

TEST_CASE("that a chain is faster than Theorem 10 is no erratum: that is an upper bound") {
  const Theory theory = solve({.algorithm = "rotation", .n = 10, .m = 2, .k = 2}).theory;
  CHECK(theory.paper_cycles == 1 + 3);  // ceil(m/k) + ceil(log_3 10)
  CHECK(theory.formula_cycles == 3);
  CHECK(theory.erratum.empty());
}

TEST_CASE("a box alone passes every message on d rounds, or one, after it has come") {
  // Delays of Bar-Noy & Ho, section 4.
  for (const auto& [n, k, box, delay] :
       std::vector<std::tuple<std::uint32_t, std::uint32_t, const char*, Cycle>>{
           {4, 2, "nice", 1},
           {10, 2, "nice", 2},
           {28, 2, "nice", 3},
           {17, 3, "nice", 2},
           {6, 2, "special", 1},
           {8, 2, "special", 1},
           {12, 2, "special", 1},
           {50, 3, "special", 1}}) {
    CAPTURE(n, k, box);
    const Broadcast b{
        .algorithm = "rotation", .n = n, .m = 5 * k, .k = k, .options = {{"box", box}}};
    const Problem problem = problem_of(b);
    REQUIRE(solve(b).rounds() > 0);
    std::vector<Hop> hops;
    std::vector<Cycle> came(b.m, 0), left(b.m, 0);
    const Plan plan = find_algorithm("rotation", problem).build(problem);
    for (const auto pass = plan.open(); pass->next(hops);) {
      for (const Hop& hop : hops) {
        if (hop.to == n - 1) left[hop.message] = hop.cycle;
        if (hop.link == 0) came[hop.message] = hop.cycle;
      }
    }
    for (MessageId j = 0; j < b.m; ++j) REQUIRE(left[j] == came[j] + delay);
  }
}

TEST_CASE("sizes that no box has are refused, with sizes that one has") {
  const Problem problem =
      problem_of({.algorithm = "rotation", .n = 11, .k = 2, .options = {{"box", "nice"}}});
  CHECK_THROWS_WITH(find_algorithm("rotation", problem),
                    Catch::Contains("no nice box has 9 of 11 processors; give 4, 10, 28, 82"));
}

TEST_CASE("the delay of an item is predicted for chains of boxes and for k trees") {
  for (const char* algorithm : {"rotation", "rotation-best", "k-tree"}) {
    for (std::uint32_t k = 2; k <= 5; ++k) {
      for (std::uint32_t n = 2; n <= 60; ++n) {
        for (const std::uint32_t m : kSomeMessages) {
          CAPTURE(algorithm, k, n, m);
          const Judged judged = solve(
              {.algorithm = algorithm, .n = n, .m = m, .k = k, .options = {{"continuous", "on"}}});
          REQUIRE(judged.theory.item_delay == judged.verdict.item_delay);
          // An item that leaves the source once must then spread from one to n-1 processors.
          if (m > 2 * k) REQUIRE(*judged.verdict.item_delay >= 1 + log_up(k + 1, n - 1));
        }
      }
    }
  }
}
