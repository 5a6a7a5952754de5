// SPDX-License-Identifier: Apache-2.0
// Allreduce over two binary trees: the values 0, 2, .. go up and then down the first tree, the
// values 1, 3, .. up and then down the second tree. A processor that has children in one tree is a
// leaf of the other tree, so that both trees together keep all ports busy (Sanders, Speck & Traff
// 2009).
//   P = 6, numbered from 1:   4(2(1,3) 6(5))   and mirrored   3(5(6,4) 1(2))
// The edges have two colours: edges of one colour are used in odd cycles, edges of the other in
// even cycles. The edges to a processor from its two parents differ in colour, and so do those to
// its two children. So each tree starts a value every two cycles: M values take at most
// 2 ceil(M/2) - 2 + D cycles down, and as many up, where D <= 2 height is the time until the
// first value of each tree has reached all.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "schedules/combining/turned.hpp"
#include "schedules/logp/machine.hpp"

namespace romcast {
namespace {

struct Tree {
  NodeId root = 0;
  std::vector<NodeId> parent{};  // kNone for the root
};

// Builds a binary tree whose nodes, in inorder, are the processors begin .. begin+size-1; the
// processors begin, begin+2, .. are its leaves. Returns the root of this tree.
NodeId add_in_order(Tree& tree, NodeId begin, NodeId size) {
  const NodeId left = std::bit_floor(size) - 1, root = begin + left;
  if (left > 0) tree.parent[add_in_order(tree, begin, left)] = root;
  if (size > left + 1) tree.parent[add_in_order(tree, root + 1, size - left - 1)] = root;
  return root;
}

// Returns the second tree, made from the first: for even P its mirror image; for odd P, as the
// mirror image would have the same leaves, the first tree with all numbers raised by 1 modulo P.
Tree renumbered(const Tree& tree) {
  const auto n = static_cast<NodeId>(tree.parent.size());
  const auto other = [n](NodeId p) { return n % 2 == 0 ? n - 1 - p : (p + 1) % n; };
  Tree result{other(tree.root), std::vector<NodeId>(n, kNone)};
  for (NodeId p = 0; p < n; ++p) {
    if (p != tree.root) result.parent[other(p)] = other(tree.parent[p]);
  }
  return result;
}

class TwoTrees {
 public:
  explicit TwoTrees(NodeId processors) {
    trees_[0].parent.assign(processors, kNone);
    trees_[0].root = add_in_order(trees_[0], 0, processors);
    trees_[1] = renumbered(trees_[0]);
    for (auto& colours : colours_) colours.assign(processors, kNone);
    colour();
    for (unsigned t : {0U, 1U}) find_firsts(t);
  }

  /// Cycle in which the first value of a tree reaches a processor from its parent; 0 for the root.
  [[nodiscard]] Cycle first(unsigned tree, NodeId processor) const {
    return firsts_[tree][processor];
  }
  [[nodiscard]] NodeId parent(unsigned tree, NodeId processor) const {
    return trees_[tree].parent[processor];
  }
  [[nodiscard]] Cycle last_first(unsigned tree) const {
    return *std::ranges::max_element(firsts_[tree]);
  }

 private:
  // An edge of a tree, identified by the child at its lower end.
  struct Edge {
    unsigned tree = 0;
    NodeId child = kNone;
  };
  [[nodiscard]] bool there(Edge edge) const {
    return edge.child != kNone && trees_[edge.tree].parent[edge.child] != kNone;
  }
  // The edge from the child to its parent in the other tree.
  [[nodiscard]] Edge beside_above(Edge edge) const { return {1 - edge.tree, edge.child}; }
  // The edge from the parent to its other child in the same tree.
  [[nodiscard]] Edge beside_below(Edge edge) const {
    const Tree& tree = trees_[edge.tree];
    const auto& [left, right] = children_[edge.tree][tree.parent[edge.child]];
    return {edge.tree, left == edge.child ? right : left};
  }

  // Edges that must differ in colour form paths, and cycles of even length: two colours suffice.
  void colour() {
    for (unsigned t : {0U, 1U}) {
      children_[t].assign(trees_[t].parent.size(), {kNone, kNone});
      for (NodeId p = 0; p < trees_[t].parent.size(); ++p) {
        if (trees_[t].parent[p] == kNone) continue;
        auto& [left, right] = children_[t][trees_[t].parent[p]];
        (left == kNone ? left : right) = p;
      }
    }
    colour_from({0, children_[0][trees_[0].root][0]});  // so that the root sends in cycle 1
    for (unsigned t : {0U, 1U}) {
      for (NodeId p = 0; p < trees_[t].parent.size(); ++p) colour_from({t, p});
    }
  }
  void colour_from(Edge edge) {
    std::vector<std::pair<Edge, NodeId>> todo{{edge, 0}};
    while (!todo.empty()) {
      const auto [next, colour] = todo.back();
      todo.pop_back();
      if (!there(next) || colours_[next.tree][next.child] != kNone) continue;
      colours_[next.tree][next.child] = colour;
      todo.emplace_back(beside_above(next), 1 - colour);
      todo.emplace_back(beside_below(next), 1 - colour);
    }
  }

  // Edges of colour 0 are used in cycles 1, 3, .., of colour 1 in 2, 4, ..
  void find_firsts(unsigned t) {
    firsts_[t].assign(trees_[t].parent.size(), 0);
    std::vector<NodeId> order{trees_[t].root};
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const NodeId child : children_[t][order[i]]) {
        if (child == kNone) continue;
        const Cycle next = firsts_[t][order[i]] + 1;
        firsts_[t][child] = next + (next % 2 == 1 - colours_[t][child] ? 0 : 1);
        order.push_back(child);
      }
    }
  }

  std::array<Tree, 2> trees_;
  std::array<std::vector<std::array<NodeId, 2>>, 2> children_;
  std::array<std::vector<NodeId>, 2> colours_;
  std::array<std::vector<Cycle>, 2> firsts_;
};

// The hops, in order of cycle, that carry the values 0, 2, .. down the first tree and the values
// 1, 3, .. down the second tree.
std::vector<Hop> down(const TwoTrees& trees, NodeId processors, MessageId values) {
  std::vector<Hop> hops;
  for (MessageId v = 0; v < values; ++v) {
    const unsigned tree = v % 2;
    for (NodeId p = 0; p < processors; ++p) {
      const NodeId parent = trees.parent(tree, p);
      if (parent == kNone) continue;
      hops.push_back({trees.first(tree, p) + 2 * (v / 2), parent, v, p});
    }
  }
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  return hops;
}

std::vector<Hop> up(const std::vector<Hop>& down) {
  std::vector<Hop> hops;
  for (auto hop = down.rbegin(); hop != down.rend(); ++hop) {
    hops.push_back({down.back().cycle + 1 - hop->cycle, hop->to, hop->message,
                    static_cast<NodeId>(hop->link)});
  }
  return hops;
}

Plan double_binary_tree_plan(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const std::vector<Hop> back = down(TwoTrees(n), n, problem.collective.messages());
  return {.open = stored_schedule(combining::one_after_the_other(up(back), back, problem.timing))};
}

Theory double_binary_tree_theory(const Problem& problem) {
  const TwoTrees trees(static_cast<NodeId>(problem.collective.processors()));
  const std::uint64_t values = problem.collective.messages();
  std::uint64_t cycles = trees.last_first(0) + 2 * ((values + 1) / 2 - 1);
  if (values > 1) cycles = std::max(cycles, trees.last_first(1) + 2 * (values / 2 - 1));
  Theory theory{.formula_cycles = 2 * cycles,
                .formula_source = fmt::format(
                    "2 (2 ceil(M/2) - 2 + D), D = {} for the first values to reach all, up or down",
                    std::max(trees.last_first(0), trees.last_first(1)))};
  logp::add_exchange_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm double_binary_tree_allreduce() {
  Algorithm algorithm = logp::logp_algorithm("double-binary-tree", CollectiveKind::allreduce);
  algorithm.summary = "half of the values up and down each of two binary trees; 2M + O(log P)";
  algorithm.source = "Sanders, Speck & Traff 2009";
  algorithm.logp = false;
  algorithm.build = double_binary_tree_plan;
  algorithm.predict = double_binary_tree_theory;
  return algorithm;
}

}  // namespace romcast
