// SPDX-License-Identifier: Apache-2.0
// The optimal tree of one item (KSSS, Definition 2.4): a node that has the item sends it as early
// and as often as it can. Nodes are numbered in the order in which they are reached; the source is
// 0. The nodes are not stored one by one: all sends that begin at one time form a wave.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

class Tree {
 public:
  explicit Tree(const Machine& machine);

  /// Sends that begin at one time. They reach `count` nodes with consecutive numbers from `first`
  /// on.
  struct Wave {
    std::uint64_t time = 0;
    std::uint32_t first = 0, count = 0;
  };
  /// In order of time.
  [[nodiscard]] const std::vector<Wave>& waves() const { return waves_; }
  /// Calls visit(parent, child) for every send of a wave.
  template <class Visit>
  void visit(const Wave& wave, Visit visit) const {
    std::uint32_t child = wave.first;
    for (const Group& group : senders(wave.time)) {
      if (group.label > wave.time) return;
      for (std::uint32_t node = group.first; node < group.first + group.count; ++node) {
        if (child == wave.first + wave.count) return;
        visit(node, child++);
      }
    }
  }
  /// The time at which a node has the item.
  [[nodiscard]] std::uint64_t label(std::uint32_t node) const;
  /// The time at which the last node has the item: B(P).
  [[nodiscard]] std::uint64_t time() const { return time_; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }

 private:
  // Nodes that have the item from the time `label` on.
  struct Group {
    std::uint64_t label;
    std::uint32_t first, count;
  };
  // The groups whose label is equal to `time` modulo the spacing, in order of label. A group sends
  // from its label on. There must be such a group.
  [[nodiscard]] const std::vector<Group>& senders(std::uint64_t time) const {
    return groups_.at(time % spacing_);
  }

  std::uint64_t spacing_, reach_;
  std::uint64_t time_ = 0;
  std::uint32_t nodes_ = 1;
  std::unordered_map<std::uint64_t, std::vector<Group>> groups_;
  std::vector<Wave> waves_;
};

/// For each node, its parent (kNone for node 0) and the time at which the parent's send to the node
/// begins.
struct Parents {
  explicit Parents(const Tree& tree);
  std::vector<std::uint32_t> parent;
  std::vector<std::uint64_t> sent;
};

/// Returns a new number for each node. The numbers of a node's descendants follow the number of the
/// node; the last child and its descendants come first. With these numbers, a reduction up the tree
/// combines values in the order of the numbers.
std::vector<NodeId> in_order(const Parents& parents);

}  // namespace romcast::logp
