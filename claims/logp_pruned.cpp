// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, Theorem 3.5: the pruned trees of the theorem's sketch. Let
// T = t+1, let U be f_(T-7)/3, rounded to the nearest integer, and let the letters a, b and c stand
// for leaves with label T, T-1 and T-2. Nodes of 2 children lose their leaf a; nodes of 3 or more
// children lose their leaves a and b, except that U nodes of 3 children keep them; 2U of the nodes
// with one child lose that child and become leaves c. Then the blocks of the U nodes take "ca" or
// "bb", the other blocks of 3 or more processors take "aa(ca)*b*", and blocks of 2 take "b".
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "claims/logp.hpp"

namespace romcast::claims {
namespace {

using Letters = std::map<unsigned, double>;  // copies by label

struct PrunedBlock {
  unsigned head = 0, size = 1;
  std::vector<unsigned> labels{};  // of the leaves that it takes
};

struct PrunedTree {
  std::vector<PrunedBlock> blocks;
  Letters leaves;
  double nodes = 0;
};

// The tree of f_T nodes with L = 2 after the pruning, for T = `last` and U = `kept`; empty if fewer
// than U nodes have three children, or fewer than 2U nodes have one child.
PrunedTree pruned(unsigned last, unsigned kept) {
  PrunedTree tree;
  unsigned threes = 0, ones = 0;
  for (unsigned label = 0; label + 2 <= last; ++label) {
    const double nodes = label == 0 ? 1 : f_of(2, label) - f_of(2, label - 1);
    for (double node = 0; node < nodes; ++node) {
      const unsigned children = last - label - 1;
      if (children == 1 && ones++ < 2 * kept) {
        ++tree.leaves[label];
        continue;
      }
      const bool keeps = children == 3 && threes++ < kept;
      if (keeps || children == 1) ++tree.leaves[last];
      if (keeps || children == 2) ++tree.leaves[last - 1];
      const unsigned lost = children == 1 || keeps ? 0 : children == 2 ? 1 : 2;
      tree.blocks.push_back({label, children - lost});
    }
  }
  if (threes < kept || ones < 2 * kept) return {};
  tree.nodes = double(tree.blocks.size());
  for (const auto& [label, copies] : tree.leaves) tree.nodes += copies;
  return tree;
}

// Gives each block its letters; the blocks together get the pair "ca" at most `pairs` times.
void deal(PrunedTree& tree, unsigned last, double pairs) {
  const unsigned a = last, b = last - 1, c = last - 2;
  for (PrunedBlock& block : tree.blocks) {
    const unsigned children = last - block.head - 1;
    if (block.size == 1) continue;
    if (children == 3) {
      block.labels = pairs > 0 ? std::vector{c, a} : std::vector{b, b};
      pairs -= pairs > 0 ? 1 : 0;
      continue;
    }
    if (block.size > 2) block.labels = {a, a};
    for (; block.labels.size() + 3 <= block.size && pairs > 0; --pairs) {
      block.labels.insert(block.labels.end(), {c, a});
    }
    block.labels.resize(block.size - 1, b);
  }
}

// True if the block's processors can take turns: for some order of the block's letters, the values
// of step - label, modulo the block's size, all differ. The head's label belongs to step 0.
bool in_turn(const PrunedBlock& block) {
  std::vector<unsigned> labels = block.labels;
  std::ranges::sort(labels);
  do {
    std::set<unsigned> items{(64 * block.size - block.head) % block.size};
    for (unsigned step = 1; step < block.size; ++step) {
      items.insert((step + 64 * block.size - labels[step - 1]) % block.size);
    }
    if (items.size() == block.size) return true;
  } while (block.size <= 9 && std::ranges::next_permutation(labels).found);
  // A block of more than 9 processors can take turns if the sum of all labels, the head's included,
  // is 0 modulo the block's size (M. Hall's theorem).
  return block.size > 9 &&
         std::accumulate(labels.begin(), labels.end(), block.head) % block.size == 0;
}

// Number of receivers of a block-cyclic schedule of the pruned tree. Nothing if a block cannot take
// turns, if the blocks take more leaves of one label than there are, or if the number of leaves
// that no block takes is not one (the receive-only processor).
std::optional<double> receivers_of_pruned(const Row& row) {
  const unsigned last = unsigned(row["t"]) + 1;
  PrunedTree tree = pruned(last, unsigned(f_of(2, last - 7) + 1) / 3);
  const double spare_c = std::fmod(f_of(2, last - 7), 3) == 2 ? 1 : 0;
  deal(tree, last, tree.leaves[last - 2] - spare_c);
  double over = 0;
  for (const PrunedBlock& block : tree.blocks) {
    if (!in_turn(block)) return std::nullopt;
    for (const unsigned label : block.labels) --tree.leaves[label];
  }
  for (const auto& [label, copies] : tree.leaves) {
    if (copies < 0) return std::nullopt;
    over += copies;
  }
  return over == 1 ? std::optional(tree.nodes) : std::nullopt;
}

}  // namespace

std::vector<Claim> logp_pruned() {
  return {{.id = "logp-thm3.5-pruned",
           .place = "Theorem 3.5, proof",
           .statement = "L = 2: the optimal tree of P(t+1), pruned for suitable fractions f and g, "
                        "gives a block-cyclic schedule of P-1 = P(t)",
           .tried = "f = 1 - U/n_3, g = 2U/n_1 of the n_s nodes with s children, U = f_(t-6)/3 to "
                    "the nearest integer: receivers of the pruned tree, all of whose leaves but "
                    "one are dealt to blocks with legal words",
           .grid = points_of([](bool full) {
             std::vector<Point> all;
             for (unsigned t = 6; t <= (full ? 20U : 14U); ++t) all.push_back({{{"t", t}}, {}});
             return all;
           }),
           .measured = receivers_of_pruned,
           .printed = of([](const Row& r) { return f_of(2, unsigned(r["t"])); }),
           .printed_text = "P(t)"}};
}

}  // namespace romcast::claims
