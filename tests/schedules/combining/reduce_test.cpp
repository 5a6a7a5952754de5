// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Checks that a reduce is legal and takes the predicted time; returns this time, in rounds.
std::uint64_t rounds(const char* algorithm, std::uint32_t n, std::uint32_t m) {
  const LogpCase c{.algorithm = algorithm,
                   .collective = CollectiveKind::reduce,
                   .processors = n,
                   .messages = m,
                   .source = n / 3};
  const Checked checked = run(c);
  CAPTURE(algorithm, n, m);
  REQUIRE(checked.wrong == "");
  CHECK(theory_of(c).formula_cycles == checked.time);
  CHECK(theory_of(c).lower_bound <= checked.time);
  return checked.time;
}

}  // namespace

TEST_CASE("circulant reduces take M + ceil(log2 P) - 1 rounds, the bound, for every P") {
  for (const std::uint32_t n : {2U, 3U, 5U, 8U, 13U, 33U}) {
    for (const std::uint32_t m : {1U, 4U, 9U}) {
      CHECK(rounds("circulant", n, m) == m + static_cast<unsigned>(std::bit_width(n - 1)) - 1);
    }
  }
}

TEST_CASE("pipelined reduces take as long as the broadcasts that they turn round") {
  for (const std::uint32_t n : {2U, 3U, 7U, 12U}) {
    for (const std::uint32_t m : {1U, 5U}) {
      CHECK(rounds("path", n, m) == m + n - 2);
      rounds("binary-tree", n, m);
      rounds("binomial", n, m);
    }
    CHECK(rounds("binomial", n, 1) == static_cast<unsigned>(std::bit_width(n - 1)));
  }
}

TEST_CASE("block-cyclic reduces combine several values under any latency, overhead and gap") {
  for (const std::uint32_t n : {3U, 8U, 10U}) {
    for (const auto& [latency, overhead, gap] :
         {std::tuple{3U, 0U, 1U}, {6U, 2U, 4U}, {2U, 1U, 3U}}) {
      const LogpCase c{"block-cyclic", CollectiveKind::reduce, n, latency, overhead, gap, 5, n - 1};
      CAPTURE(n, latency, overhead, gap);
      const Checked checked = run(c);
      CHECK(checked.wrong == "");
      CHECK(theory_of(c).formula_cycles == checked.time);
      CHECK(theory_of(c).lower_bound <= checked.time);
    }
  }
}
