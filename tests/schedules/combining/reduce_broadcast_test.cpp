// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

std::uint64_t time_by(const std::string& tree, std::uint32_t n, std::uint32_t m, Timing timing) {
  const LogpCase c{.algorithm = "reduce-broadcast",
                   .collective = CollectiveKind::allreduce,
                   .processors = n,
                   .latency = timing.latency,
                   .overhead = timing.overhead,
                   .gap = timing.gap,
                   .messages = m,
                   .options = {{"tree", tree}}};
  const Checked checked = run(c);
  CAPTURE(tree, n, m, timing.latency);
  REQUIRE(checked.wrong == "");
  CHECK(theory_of(c).formula_cycles == checked.time);
  CHECK(theory_of(c).lower_bound <= checked.time);
  return checked.time;
}

}  // namespace

TEST_CASE("a reduce and a broadcast take twice the broadcast") {
  for (const std::uint32_t n : {2U, 5U, 8U, 11U}) {
    const auto log = static_cast<unsigned>(std::bit_width(n - 1));
    for (const std::uint32_t m : {1U, 6U}) {
      CHECK(time_by("best", n, m, {}) == 2 * (m + log - 1));
      CHECK(time_by("path", n, m, {}) == 2 * (m + n - 2));
      CHECK(time_by("binary-tree", n, m, {}) >= 2 * (m + log - 1));
    }
    CHECK(time_by("binomial", n, 1, {}) == 2 * log);
    CHECK(time_by("best", n, 1, {.latency = 5}) == 2 * time_of(n, 5));
    CHECK(time_by("best", n, 4, {.latency = 6, .overhead = 2, .gap = 4}) > 0);
  }
}
