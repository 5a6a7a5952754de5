// SPDX-License-Identifier: Apache-2.0
// LogP machines: the single-sending broadcast of Theorem 3.7.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"
#include "schedules/logp/endgame.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("the corrected orders of case 2 never collide") {
  for (std::uint32_t r = 4; r <= 40; ++r) {
    const auto orders = logp::reception_orders(r);
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken;  // processor, time modulo r
    for (std::uint32_t i = 1; i <= r; ++i) {
      CAPTURE(r, i);
      std::set<std::uint32_t> receivers{i};
      REQUIRE(taken.emplace(i, i % r).second);  // item i comes to processor i at i - r
      for (std::uint32_t m = 0; m + 1 < r; ++m) {
        receivers.insert(orders[i - 1][m]);
        REQUIRE(taken.emplace(orders[i - 1][m], (i + m) % r).second);
      }
      REQUIRE(receivers.size() == r);
      REQUIRE(*receivers.begin() == 1);
    }
  }
}

TEST_CASE("single-sending broadcasts take L - 1 steps more than blocks") {
  unsigned cases = 0;
  for (const std::uint32_t latency : {1U, 3U, 5U, 7U}) {
    std::vector<std::uint32_t> f{1};
    for (std::uint32_t t = 1; f.back() < 500; ++t) {
      f.push_back(t < latency ? 1 : f[t - 1] + f[t - latency]);
      if (t < 3 * latency || f[t] == f[t - 1]) continue;
      for (const std::uint32_t items : {1U, 2U, 9U, 40U}) {
        CAPTURE(latency, t, items);
        const LogpCase c{.algorithm = "single-sending",
                         .processors = f[t] + 1,
                         .latency = latency,
                         .messages = items,
                         .source = f[t] / 2};
        const Checked checked = run(c);
        REQUIRE(checked.wrong == "");
        REQUIRE(checked.time == t + 2 * latency + items - 2);
        REQUIRE(theory_of(c).formula_cycles == checked.time);
        ++cases;
      }
    }
  }
  CHECK(cases > 60);
}

TEST_CASE("single-sending broadcasts refuse what the paper does not show") {
  LogpCase c{.algorithm = "single-sending", .processors = 42, .latency = 3, .messages = 5};
  CHECK_NOTHROW(theory_of(c));
  c.processors = 43;
  CHECK_THROWS_WITH(theory_of(c), Contains("block-cyclic"));
  c.processors = 42;
  c.latency = 4;
  CHECK_THROWS_WITH(theory_of(c), Contains("odd latency"));
}

TEST_CASE("the printed constants of case 2 err for blocks of r > L+3 only") {
  // A block other than the root's has r <= t-2L+1 processors, where P-1 = f_t; case 2 has r < 2L.
  const auto erratum = [](std::uint32_t processors, std::uint32_t latency) {
    return theory_of({.algorithm = "single-sending",
                      .processors = processors,
                      .latency = latency,
                      .messages = 30})
        .erratum;
  };
  CHECK(erratum(42, 3).empty());
  CHECK(erratum(596, 3).empty());
  std::vector<std::uint32_t> f(5, 1);
  for (std::uint32_t t = 5; t <= 20; ++t) f.push_back(f[t - 1] + f[t - 5]);
  CHECK(erratum(f[17] + 1, 5).empty());                    // the largest r is 8
  CHECK_THAT(erratum(f[18] + 1, 5), Contains("(d)ii C"));  // here it is 9
}
