// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/k_trees.hpp"

#include <algorithm>

namespace romcast::complete {

KTrees::KTrees(std::uint32_t n, std::uint32_t k)
    : n_(n), k_(k), base_(n - (n - 2) % k), internal_((base_ - 2) / k), added_(k) {
  if (base_ < n) attach();
}

// Sections 3.4 and 3.5: the processors base_, base_+1, .. become internal one after the other, each
// with at most k children, which may lie in two trees. (If a processor has k children when a tree
// is complete, the paper attaches no node in the next tree; here the next processor gets that
// tree's added nodes.)
void KTrees::attach() {
  const std::uint32_t extra = n_ - base_;
  NodeId processor = base_;
  std::uint32_t left = k_;  // children that `processor` may still have
  for (Added& added : added_) {
    if (left == 0) {
      ++processor;
      left = k_;
    }
    added.first_leaf = processor;
    added.first_count = std::min(extra, left);
    if (left >= extra) {
      left -= extra;
    } else {
      added.second = ++processor;
      left = k_ - (extra - added.first_count);
    }
  }
}

NodeId KTrees::parent(std::uint32_t tree, NodeId node) const {
  if (node == 1) return 0;
  if (node < base_) return 1 + (node - 2) / k_;
  // The first leaf is node internal_ + 1, the second leaf node internal_ + 2; if n <= k+1, the
  // second leaf is itself the first added node.
  return node - base_ < added_[tree].first_count ? internal_ + 1 : internal_ + 2;
}

unsigned KTrees::depth(std::uint32_t tree, NodeId node) const {
  unsigned depth = 0;
  for (; node != 0; node = parent(tree, node)) ++depth;
  return depth;
}

unsigned KTrees::height(std::uint32_t tree) const {
  return std::max(depth(tree, base_ - 1), depth(tree, n_ - 1));
}

KTrees::Range KTrees::level(unsigned depth) const {
  std::uint64_t first = 1, last = 2, width = 1;
  for (unsigned d = 1; d < depth && first < base_; ++d) {
    width *= k_;
    first = last;
    last += width;
  }
  const auto within = [this](std::uint64_t node) {
    return static_cast<NodeId>(std::min<std::uint64_t>(node, base_));
  };
  return {within(first), within(last)};
}

// Nodes 1 .. internal_ of each tree have processors that are internal in no other tree. The leaves
// that get added nodes have the processors that attach() chose. The other nodes take the remaining
// processors in increasing order, rotated further from tree to tree.
NodeId KTrees::processor(std::uint32_t tree, NodeId node) const {
  if (node == 0) return 0;
  const NodeId own = 1 + tree * internal_;
  if (node <= internal_) return own + node - 1;
  const Added& added = added_[tree];
  std::uint32_t rank = node - internal_ - 1, unused = n_ - 1 - internal_;
  if (added.first_leaf != kNone) {
    if (rank == 0) return added.first_leaf;
    --rank;
    --unused;
  }
  if (added.second != kNone) {
    if (rank == 0) return added.second;
    --rank;
    --unused;
  }
  const std::uint64_t turn = std::uint64_t{tree} * std::max(1U, unused / k_);
  auto result = static_cast<NodeId>(1 + (rank + turn) % unused);
  if (result >= own) result += internal_;
  if (result >= added.first_leaf) ++result;
  if (result >= added.second) ++result;
  return result;
}

}  // namespace romcast::complete
