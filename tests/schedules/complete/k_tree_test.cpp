// SPDX-License-Identifier: Apache-2.0
// k-Tree: Bar-Noy & Ho 1999, section 3.
#include <catch2/catch.hpp>
#include <set>

#include "schedules/complete/chain.hpp"
#include "schedules/complete/k_trees.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::complete;
using namespace romcast::test;

TEST_CASE("k-Tree gives every processor at most k children in all trees together") {
  for (std::uint32_t k = 2; k <= 9; ++k) {
    for (std::uint32_t n = 2; n <= 120; ++n) {
      CAPTURE(k, n);
      const KTrees trees(n, k);
      std::vector<std::uint32_t> children(n, 0);
      for (std::uint32_t j = 0; j < k; ++j) {
        std::set<NodeId> processors;
        for (NodeId node = 1; node < n; ++node) {
          processors.insert(trees.processor(j, node));
          REQUIRE(trees.parent(j, node) < node);
          ++children[trees.processor(j, trees.parent(j, node))];
        }
        REQUIRE(processors.size() == n - 1);
        REQUIRE(*processors.begin() == 1);
        REQUIRE(*processors.rbegin() == n - 1);
      }
      for (const std::uint32_t count : children) REQUIRE(count <= k);
    }
  }
}

TEST_CASE("k-Tree is as high as the paper says") {
  for (std::uint32_t k = 2; k <= 19; ++k) {
    for (std::uint32_t n = 3; n <= 3000; n += 1 + n / 50) {
      CAPTURE(k, n);
      const unsigned time = chain_time({{.kind = BoxShape::Kind::trees, .processors = n - 1}}, k);
      REQUIRE(time <= std::max(2U, log_up(k, std::uint64_t{n} + 2 * k)));
      REQUIRE(time <= std::max(2U, log_up(k, n) + 1));
    }
  }
}

TEST_CASE("k-Tree needs these rounds beyond the simple lower bound") {
  // Table 1, computed with the exact heights: a row for each n, a column for each k = 2, 3, 4, 5,
  // 8, 16.
  const std::vector<std::uint32_t> ports{2, 3, 4, 5, 8, 16};
  const std::vector<std::pair<std::uint32_t, std::vector<unsigned>>> table{
      {8, {1, 1, 1, 1, 2, 2}},     {16, {1, 2, 1, 1, 1, 2}},    {32, {1, 1, 1, 1, 1, 1}},
      {64, {2, 2, 1, 1, 1, 1}},    {128, {2, 2, 1, 1, 1, 1}},   {256, {2, 2, 1, 1, 1, 1}},
      {512, {3, 2, 2, 1, 1, 1}},   {1024, {3, 2, 1, 2, 1, 1}},  {4096, {4, 3, 1, 2, 1, 1}},
      {16384, {5, 3, 1, 1, 1, 1}}, {65536, {5, 3, 2, 1, 1, 1}}, {1000000, {7, 4, 2, 2, 1, 1}}};
  for (const auto& [n, beyond] : table) {
    for (std::size_t i = 0; i < ports.size(); ++i) {
      CAPTURE(n, ports[i]);
      const unsigned time =
          chain_time({{.kind = BoxShape::Kind::trees, .processors = n - 1}}, ports[i]);
      CHECK(time + 1 == log_up(ports[i] + 1, n) + beyond[i]);
    }
  }
}

TEST_CASE("k-Tree takes at most the printed rounds for any number of messages") {
  for (std::uint32_t k = 2; k <= 5; ++k) {
    for (std::uint32_t n = 2; n <= 60; ++n) {
      for (const std::uint32_t m : {1U, k, 2 * k + 1}) {
        CAPTURE(k, n, m);
        const std::uint64_t rounds =
            solve({.algorithm = "k-tree", .n = n, .m = m, .k = k, .source = n - 1}).rounds();
        REQUIRE(rounds > 0);
        REQUIRE(rounds <= ceil_div(m, k) + std::max(2U, log_up(k, std::uint64_t{n} + 2 * k)));
      }
    }
  }
}

TEST_CASE("that k-Tree is faster than printed is no erratum: the printed time is an upper bound") {
  const Judged judged = solve({.algorithm = "k-tree", .n = 9, .m = 3, .k = 2});
  CHECK(judged.theory.paper_cycles == 2 + 4);  // ceil(3/2) + ceil(log_2(9 + 4))
  CHECK(judged.rounds() < *judged.theory.paper_cycles);
  CHECK(judged.theory.erratum.empty());
}
