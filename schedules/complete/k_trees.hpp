// SPDX-License-Identifier: Apache-2.0
// The k spanning trees of Bar-Noy & Ho 1999, section 3: every processor has at most k children in
// all trees together. The trees are computed, not stored.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast::complete {

/// The k trees, each with one node for each of n processors. Node 0 is the root, in depth 0, and
/// the broadcaster; the root's one child is node 1. The nodes before first_added() are numbered in
/// breadth-first order; the few added nodes follow.
class KTrees {
 public:
  /// n >= 2, k >= 1 (k = 1: a path).
  KTrees(std::uint32_t n, std::uint32_t k);

  [[nodiscard]] std::uint32_t nodes() const { return n_; }
  [[nodiscard]] std::uint32_t trees() const { return k_; }
  /// Processor at a node of a tree; 0 is the broadcaster.
  [[nodiscard]] NodeId processor(std::uint32_t tree, NodeId node) const;
  /// Parent of node 1..n-1.
  [[nodiscard]] NodeId parent(std::uint32_t tree, NodeId node) const;
  [[nodiscard]] unsigned depth(std::uint32_t tree, NodeId node) const;
  [[nodiscard]] unsigned height(std::uint32_t tree) const;
  /// Nodes first .. last-1: all nodes of one depth except the added nodes.
  struct Range {
    NodeId first, last;
  };
  [[nodiscard]] Range level(unsigned depth) const;
  /// The first added node, n if none was added; added nodes may have any depth.
  [[nodiscard]] NodeId first_added() const { return base_; }

 private:
  // The added nodes of a tree hang under its first two leaves, which thereby become internal.
  struct Added {
    std::uint32_t first_count = 0;              // children of the first leaf
    NodeId first_leaf = kNone, second = kNone;  // processors of these leaves; kNone: no added child
  };
  void attach();

  std::uint32_t n_, k_;
  std::uint32_t base_;      // n less the (n-2) mod k added nodes
  std::uint32_t internal_;  // internal nodes per tree, before anything is added
  std::vector<Added> added_;
};

}  // namespace romcast::complete
