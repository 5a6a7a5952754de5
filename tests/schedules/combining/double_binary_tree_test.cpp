// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>
#include <set>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

LogpCase two_trees(std::uint32_t n, std::uint32_t m) {
  return {.algorithm = "double-binary-tree",
          .collective = CollectiveKind::allreduce,
          .processors = n,
          .messages = m};
}

}  // namespace

TEST_CASE("two trees keep all ports busy: 2 M rounds and what the ways up and down take") {
  for (std::uint32_t n = 2; n <= 40; n += n < 20 ? 1 : 7) {
    for (const std::uint32_t m : {1U, 2U, 7U, 24U}) {
      CAPTURE(n, m);
      const LogpCase c = two_trees(n, m);
      const Checked checked = run(c);
      REQUIRE(checked.wrong == "");
      CHECK(theory_of(c).formula_cycles == checked.time);
      CHECK(theory_of(c).lower_bound <= checked.time);
      // An edge of a tree is used every other round, and a tree has at most log2 n + 1 levels.
      const auto height = static_cast<unsigned>(std::bit_width(n) - 1);
      CHECK(checked.time <= 2 * (2 * ((m + 1) / 2 - 1) + 2 * height + 1));
    }
  }
}

TEST_CASE("who has children in one of two trees has none in the other") {
  for (const std::uint32_t n : {2U, 3U, 6U, 9U, 16U, 31U}) {
    const Problem problem = problem_of(two_trees(n, 2));
    std::set<std::pair<NodeId, MessageId>> parents;
    const auto hops = all_hops(find_algorithm("double-binary-tree", problem).build(problem));
    for (std::size_t i = 0; i < hops.size() / 2; ++i) parents.emplace(hops[i].to, hops[i].message);
    for (NodeId p = 0; p < n; ++p) {
      CAPTURE(n, p);
      CHECK_FALSE((parents.contains({p, 0}) && parents.contains({p, 1})));
    }
  }
}
