// SPDX-License-Identifier: Apache-2.0
// k-Tree (Bar-Noy & Ho 1999, section 3): message p goes down tree p mod k, a level in a round; no
// processor has more than k children in all trees together.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/chain.hpp"

namespace romcast {
namespace {

using namespace complete;

ChainShape trees(const Size& size) {
  return {{.kind = BoxShape::Kind::trees, .processors = size.n - 1}};
}

Plan k_tree_plan(const Problem& problem) { return chain_plan(problem, trees(size_of(problem))); }

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
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm k_tree_broadcast() {
  Algorithm algorithm = broadcast_algorithm("k-tree", {Ports::Kind::several});
  algorithm.summary = "k almost complete k-ary trees in turn; ceil(m/k) + log_k n";
  algorithm.source = "Bar-Noy & Ho 1999, section 3";
  algorithm.paper = true;
  algorithm.build = k_tree_plan;
  algorithm.predict = k_tree_theory;
  return algorithm;
}

}  // namespace romcast
