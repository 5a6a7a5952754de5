// SPDX-License-Identifier: Apache-2.0
// Broadcasts on hypercubes along the spanning binomial tree.
#include <bit>
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("a broadcast goes down the binomial tree of any source", "[any][classics]") {
  for (unsigned d = 1; d <= 5; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    const std::uint32_t n = 1U << d;
    for (const std::uint32_t m : {1U, 3U}) {
      for (const NodeId source : {0U, n - 1, n / 2}) {
        CAPTURE(d, m, source);
        const Problem single = problem_of(cube, broadcast, kSingle, m, source);
        const Problem multi = problem_of(cube, broadcast, kMulti, m, source);
        CHECK(judged("binomial-tree", single) == m * d);
        CHECK(judged("binomial-tree", multi) == m + d - 1);
        CHECK(find_algorithm("binomial-tree", multi).predict(multi).formula_cycles == m + d - 1);
      }
    }
  }
}

TEST_CASE("whoever knows a message tells it across all higher dimensions", "[any][classics]") {
  const auto cube = family("hypercube", "dimensions", "4");
  const Problem problem = problem_of(cube, broadcast, kMulti, 1, 5);
  std::set<std::pair<NodeId, NodeId>> tree, expected;  // (parent, child) XOR the source
  std::vector<Hop> step;
  const auto pass = find_algorithm("binomial-tree", problem).build(problem).open();
  while (pass->next(step)) {
    for (const Hop& hop : step) {
      const Channel& link = cube->channel_at(hop.link);
      tree.insert({link.from ^ 5U, link.to ^ 5U});
    }
  }
  // Johnsson & Ho 1989: the parent of node v is v with its highest 1 bit cleared.
  for (NodeId v = 1; v < 16; ++v) expected.insert({v ^ std::bit_floor(v), v});
  CHECK(tree == expected);
}
