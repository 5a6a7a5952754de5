// SPDX-License-Identifier: Apache-2.0
// Section 3.3 of the LogP paper: the outline of the algorithm for the base cases.
#include "schedules/logp/base_case.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

// Checks that letter i = 0 .. L-1 (period.hpp) occurs f_(t-i) - f_(t-i-1) times in all blocks (with
// the root's) and the spare letter together, as often as the tree of f_t receivers has leaves of
// label t-i; and that each block's letters can be ordered.
void check_letters(std::uint32_t latency, std::uint32_t t, const logp::Period& period) {
  std::vector<std::uint64_t> f;
  for (std::uint32_t i = 0; i <= t; ++i) f.push_back(i < latency ? 1 : f[i - 1] + f[i - latency]);
  std::map<std::int32_t, std::uint64_t> dealt{{period.spare, 1}};
  const auto count = [&](const logp::BlockKind& kind, std::uint64_t times) {
    CHECK(kind.letters.size() + 1 == kind.size);
    std::int64_t sum = kind.above(latency);
    for (const std::int32_t letter : kind.letters) {
      dealt[letter] += times;
      sum += letter;
    }
    CHECK(sum % kind.size == 0);  // the letters can be ordered (M. Hall)
  };
  REQUIRE(period.root);
  count(*period.root, 1);
  for (const auto& [kind, times] : period.blocks) count(kind, times);
  for (std::uint32_t letter = 0; letter < latency; ++letter) {
    CHECK(dealt[static_cast<std::int32_t>(letter)] == f[t - letter] - f[t - letter - 1]);
  }
}

std::set<std::uint32_t> solved(std::uint32_t latency) {
  std::set<std::uint32_t> all;
  for (std::uint32_t t = latency; t <= 4 * latency + 2; ++t) {
    const auto period = logp::base_case(latency, t);
    if (!period) continue;
    CAPTURE(latency, t);
    check_letters(latency, t, *period);
    all.insert(t);
  }
  return all;
}

}  // namespace

TEST_CASE("the outline of section 3.3 deals all letters for t = 3L-3 and hardly any other t") {
  CHECK(solved(3) == std::set<std::uint32_t>{4, 6, 7, 11, 12, 13, 14});
  for (std::uint32_t latency = 4; latency <= 10; ++latency) {
    CAPTURE(latency);
    std::set<std::uint32_t> expected{3 * latency - 3};
    if (latency == 4) expected.insert(14);
    CHECK(solved(latency) == expected);
  }
}

TEST_CASE("a broadcast takes the letters of the outline where it has them") {
  // With L = 4, f_9 = f_8 + f_5 = 7 + 3 = 10 receivers.
  LogpCase c{.algorithm = "block-cyclic", .processors = 11, .latency = 4, .messages = 20};
  c.options = {{"letters", "outline"}};
  const Checked checked = run(c);
  CHECK(checked.wrong == "");
  CHECK(checked.time == 4 + 9 + 19);
  c.processors = 15;  // f_10 = 14 receivers
  CHECK_THROWS_WITH(run(c), Contains("outline"));
}
