// SPDX-License-Identifier: Apache-2.0
// Boxes that can only be the last one of a chain. Bar-Noy & Ho 1999, section 4.3, make all of these
// boxes of k trees, with tau = 2 (box.hpp); but then Corollary 9 would fail for as few processors
// as n = 6 with k = 2. So the smallest boxes here are direct boxes, with tau <= 1.
#include <vector>

#include "schedules/complete/box.hpp"
#include "schedules/complete/k_trees.hpp"

namespace romcast::complete {
namespace {

// Message j of a round goes to processor j mod x of the x processors, which sends it to all others
// in the next round.
class DirectBox final : public Box {
 public:
  DirectBox(const BoxShape& shape, const Place& place) : Box(place), size_(shape.processors) {}

  [[nodiscard]] NodeId entry(std::uint32_t input) const override {
    return place().first + input % size_;
  }
  void next(std::uint64_t r, Sends& sends, const Box*) override {
    for (std::uint32_t j = 0; j < place().k; ++j) {
      const MessageId m = message(r, 1, j);
      if (m == kNone) continue;
      for (NodeId other = 0; other < size_; ++other) {
        if (other != j % size_) sends.add(entry(j), place().first + other, m);
      }
    }
  }

 private:
  const std::uint32_t size_;
};

// Message j of a round enters node 1 of tree j and goes down one level per round.
class TreeBox final : public Box {
 public:
  TreeBox(const BoxShape& shape, const Place& place)
      : Box(place), trees_(shape.processors + 1, place.k) {
    for (std::uint32_t j = 0; j < place.k; ++j) {
      for (NodeId node = trees_.first_added(); node < trees_.nodes(); ++node) {
        const unsigned depth = trees_.depth(j, node);
        if (added_.size() <= depth) added_.resize(depth + 1);
        added_[depth].push_back({j, node});
      }
    }
  }

  [[nodiscard]] NodeId entry(std::uint32_t input) const override { return actual(input, 1); }
  void next(std::uint64_t r, Sends& sends, const Box*) override {
    for (unsigned depth = 2;; ++depth) {
      const KTrees::Range level = trees_.level(depth);
      if (level.first == level.last && depth >= added_.size()) return;
      for (std::uint32_t j = 0; j < place().k; ++j) {
        for (NodeId node = level.first; node < level.last; ++node) {
          const MessageId m = message(r, depth - 1, j);
          if (m == kNone) break;
          send(j, node, m, sends);
        }
      }
      if (depth >= added_.size()) continue;
      for (const auto& [j, node] : added_[depth]) {
        if (const MessageId m = message(r, depth - 1, j); m != kNone) send(j, node, m, sends);
      }
    }
  }

 private:
  struct Added {
    std::uint32_t tree;
    NodeId node;
  };
  [[nodiscard]] NodeId actual(std::uint32_t tree, NodeId node) const {
    return place().first + trees_.processor(tree, node) - 1;
  }
  void send(std::uint32_t tree, NodeId node, MessageId m, Sends& sends) const {
    sends.add(actual(tree, trees_.parent(tree, node)), actual(tree, node), m);
  }

  const KTrees trees_;
  std::vector<std::vector<Added>> added_;  // by depth
};

}  // namespace

std::unique_ptr<Box> make_direct_box(const BoxShape& shape, const Box::Place& place) {
  return std::make_unique<DirectBox>(shape, place);
}

std::unique_ptr<Box> make_tree_box(const BoxShape& shape, const Box::Place& place) {
  return std::make_unique<TreeBox>(shape, place);
}

}  // namespace romcast::complete
