// SPDX-License-Identifier: Apache-2.0
// Broadcast of m messages along an almost complete binary tree of n nodes: node v sends a message
// to its child 2v+1, then to 2v+2; a new message follows every second round. The papers give
// 2m + 2 log n - O(1) rounds; the exact number, if the tree has h = floor(log n) + 1 levels and
// B = n - 2^(h-1) + 1 nodes on the lowest level, is
//   2(m-1) + max(2(h-2), h-1 + max{popcount b : 0 <= b < B})
// because the path to node b of the lowest level has popcount(b) right children, which are served
// in the second round.
#include <algorithm>
#include <bit>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/periodic.hpp"

namespace romcast {
namespace {

using namespace complete;

Plan binary_tree_plan(const Problem& problem) {
  const NodeId n = size_of(problem).n;
  std::vector<Edge> edges;
  edges.reserve(n - 1);
  std::vector<std::uint32_t> sends_from(n, 0);  // first round in which the node can send
  for (NodeId v = 1; v < n; ++v) {
    const NodeId parent = (v - 1) / 2;
    const std::uint32_t label = sends_from[parent] + (v % 2 == 1 ? 0 : 1);
    edges.push_back({parent, v, label, 0});
    sends_from[v] = label + 1;
  }
  return periodic_plan(problem, 2, 1, edges);
}

// The largest number of one bits in a number below `limit` (limit >= 1). It is attained by limit-1,
// or by limit-1 with one of its ones cleared and all bits below set.
int most_ones(std::uint32_t limit) {
  const std::uint32_t last = limit - 1;
  int most = std::popcount(last), above = 0;
  for (unsigned bit = 32; bit-- > 0;) {
    if ((last >> bit & 1) == 0) continue;
    most = std::max(most, above + static_cast<int>(bit));
    ++above;
  }
  return most;
}

Theory binary_tree_theory(const Problem& problem) {
  const Size size = size_of(problem);
  const auto levels = static_cast<unsigned>(std::bit_width(size.n));
  const std::uint32_t lowest = size.n - (1U << (levels > 0 ? levels - 1 : 0)) + 1;
  const std::uint64_t depth = std::max<std::uint64_t>(
      2 * (levels - 2), levels - 1 + static_cast<unsigned>(most_ones(lowest)));
  Theory theory{.formula_cycles = 2 * (std::uint64_t{size.m} - 1) + depth,
                .formula_source =
                    "left child first; Bruck, Cypher & Ho 1992, section 2.2, give 2m "
                    "+ 2 log n - O(1)"};
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm binary_tree_broadcast() {
  Algorithm algorithm = broadcast_algorithm("binary-tree", {Ports::Kind::single});
  algorithm.summary = "one almost complete binary tree; 2m + 2 log n - O(1)";
  algorithm.source = "Bruck, Cypher & Ho 1992, section 2.2";
  algorithm.build = binary_tree_plan;
  algorithm.predict = binary_tree_theory;
  return algorithm;
}

}  // namespace romcast
