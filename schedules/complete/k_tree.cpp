// SPDX-License-Identifier: Apache-2.0
// k-Tree (Bar-Noy & Ho 1999, section 3): message p goes down tree p mod k, one level per round; no
// processor has more than k children in all trees together. With a latency of L a level takes L
// rounds; every edge of a tree still carries a message per round.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/chain.hpp"
#include "schedules/complete/k_trees.hpp"
#include "schedules/complete/periodic.hpp"
#include "schedules/complete/postal.hpp"

namespace romcast {
namespace {

using namespace complete;

ChainShape trees(const Size& size) {
  return {{.kind = BoxShape::Kind::trees, .processors = size.n - 1}};
}

// The sends of messages 0 .. k-1, message j down tree j. Message j + k takes the edges of message j
// a round later.
std::vector<Edge> tree_edges(const Size& size) {
  const KTrees all(size.n, size.k);
  std::vector<Edge> edges;
  for (std::uint32_t tree = 0; tree < size.k; ++tree) {
    for (NodeId node = 1; node < size.n; ++node) {
      edges.push_back({.from = all.processor(tree, all.parent(tree, node)),
                       .to = all.processor(tree, node),
                       .label = size.latency * (all.depth(tree, node) - 1),
                       .first = tree});
    }
  }
  return edges;
}

Plan k_tree_plan(const Problem& problem) { return chain_plan(problem, trees(size_of(problem))); }

Plan k_tree_postal_plan(const Problem& problem) {
  const Size size = size_of(problem);
  return periodic_plan(problem, 1, size.k, tree_edges(size));
}

// item: rounds of a message in the slowest tree, from the message's first send; all: rounds of all
// messages.
struct TreeTimes {
  std::uint64_t item = 0, all = 0;
};
TreeTimes times_of(const Size& size) {
  const KTrees all(size.n, size.k);
  TreeTimes times;
  for (std::uint32_t tree = 0; tree < std::min(size.k, size.m); ++tree) {
    const std::uint64_t item = std::uint64_t{size.latency} * all.height(tree);
    const std::uint64_t leaves = size.groups() - (tree < size.last_group() ? 1 : 2);
    times.item = std::max(times.item, item);
    times.all = std::max(times.all, leaves + item);
  }
  return times;
}

Theory k_tree_postal_theory(const Problem& problem) {
  const Size size = size_of(problem);
  const TreeTimes times = times_of(size);
  Theory theory{
      .formula_cycles = times.all,
      .formula_source = fmt::format(
          "{}, Theorem 6 with a latency: ceil(m/k) - 1 + L h with L h = {} in the highest "
          "of the trees that the last messages take",
          kMultiportPaper, times.item)};
  add_item_delay(problem, times.item, theory);
  add_lower_bound(problem, theory);
  return theory;
}

Theory k_tree_theory(const Problem& problem) {
  const Size size = size_of(problem);
  const unsigned height = box_time(trees(size).front(), size.k) + 1;
  Theory theory{
      .formula_cycles = chain_rounds(trees(size), size),
      .formula_source = fmt::format("{}, Theorem 6: ceil(m/k) + h - 1 with h = {} in the highest "
                                    "of the trees that the last messages take",
                                    kMultiportPaper, height)};
  const std::uint64_t printed =
      size.groups() + std::max(2U, ceil_log(size.k, std::uint64_t{size.n} + 2 * size.k));
  if (printed != theory.formula_cycles) theory.paper_cycles = printed;  // an upper bound
  add_item_delay(problem, chain_item_delay(trees(size), size), theory);
  add_lower_bound(problem, theory);
  return theory;
}

std::string refuse_rounds(const Problem& problem) {
  return problem.timing.latency > 1 ? "" : "it is made for a latency of 2 or more";
}

}  // namespace

Algorithm k_tree_broadcast() {
  Algorithm algorithm = broadcast_algorithm("k-tree", {Ports::Kind::several});
  algorithm.summary = "k almost complete k-ary trees in turn; ceil(m/k) + log_k n";
  algorithm.source = "Bar-Noy & Ho 1999, section 3";
  algorithm.paper = true;
  algorithm.options = {continuous_option()};
  algorithm.build = k_tree_plan;
  algorithm.predict = k_tree_theory;
  return algorithm;
}

Algorithm k_tree_postal_broadcast() {
  Algorithm algorithm = broadcast_algorithm("k-tree", {Ports::Kind::several});
  algorithm.logp = true;
  algorithm.summary =
      "k almost complete k-ary trees in turn, L rounds a level; ceil(m/k) - 1 + L h";
  algorithm.source = "Bar-Noy & Ho 1999, section 3; the latency: romcast";
  algorithm.options = {continuous_option()};
  algorithm.refusal = refuse_rounds;
  algorithm.build = k_tree_postal_plan;
  algorithm.predict = k_tree_postal_theory;
  return algorithm;
}

}  // namespace romcast
