// SPDX-License-Identifier: Apache-2.0
// The shape of a network whose branches form a tree: root and ports, for the rules of the switches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/fat_tree.hpp"

namespace romcast {

/// Reason why the rules of tree switches cannot run on a network; empty if they can.
std::string tree_refusal(const Topology& topology);

/// A tree with its root, and the ports of each node: children 0, 1, ... in the order of their
/// numbers, then the parent.
class TreeShape {
 public:
  /// A set of ports, the parent's included, has 32 bits.
  static constexpr std::uint32_t kMostChildren = 31;

  /// The topology must outlive the shape, and tree_refusal() must be empty. The root is the last
  /// node if processors are leaves (fat-tree, tree), else node 0 (rooted-tree).
  explicit TreeShape(const Topology& topology);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] NodeId root() const { return root_; }
  /// kNone for the root.
  [[nodiscard]] NodeId parent(NodeId v) const { return nodes_[v].parent; }
  [[nodiscard]] unsigned children(NodeId v) const { return nodes_[v].children; }
  [[nodiscard]] NodeId child(NodeId v, unsigned port) const {
    return topology_.channels()[down(v, port)].to;
  }
  /// Channel to the parent; kNone at the root.
  [[nodiscard]] ChannelId up(NodeId v) const { return nodes_[v].up; }
  [[nodiscard]] ChannelId down(NodeId v, unsigned port) const {
    return downs_[nodes_[v].first_down + port];
  }
  /// The port of the parent that leads to node v.
  [[nodiscard]] unsigned own_port(NodeId v) const { return nodes_[v].own_port; }
  /// 0 for leaves, else one more than the level of the highest child.
  [[nodiscard]] unsigned level(NodeId v) const { return nodes_[v].level; }

  /// The port that leads from v towards another node: a child's, or children(v) for the parent.
  [[nodiscard]] unsigned port_towards(NodeId v, NodeId destination) const {
    const Node& node = nodes_[v];
    const std::uint32_t rank = nodes_[destination].begin;
    if (rank <= node.begin || rank >= node.end) return node.children;
    if (node.each != 0) return (rank - node.begin - 1) / node.each;
    const auto begin = [this, v](unsigned port) { return nodes_[child(v, port)].begin; };
    unsigned low = 0;  // after the loop: the last child whose `begin` is at most `rank`
    for (unsigned high = node.children; high - low > 1;) {
      const unsigned middle = (low + high) / 2;
      (begin(middle) <= rank ? low : high) = middle;
    }
    return low;
  }

 private:
  struct Node {
    NodeId parent = kNone;
    ChannelId up = kNone;
    std::uint32_t first_down = 0, children = 0, own_port = 0, level = 0;
    std::uint32_t begin = 0,
                  end = 0;   // [begin, end): depth-first ranks of the node and all below it
    std::uint32_t each = 0;  // nodes in each child's subtree; 0: sizes differ
  };

  void order_depth_first();

  const Topology& topology_;
  NodeId root_;
  std::vector<Node> nodes_;
  std::vector<ChannelId> downs_;
};

/// The dimensions of a tree (networks `fat-tree` and `tree`) in which all nodes of a level have
/// equally many children, and equally many links to each child. Leaves have level 0.
class LevelTree {
 public:
  /// children[i], capacity[i]: children of a node of level i + 1, and the links to each of them.
  LevelTree(std::vector<std::uint32_t> children, std::vector<std::uint32_t> capacity);
  /// Implicit, so that functions of level trees accept fat trees.
  LevelTree(const FatTree& tree);  // NOLINT(google-explicit-constructor)
  /// True for a network `fat-tree` or `tree` from which no node or link is missing.
  static bool is(const Topology& topology);
  /// The dimensions of a network for which is() is true.
  static LevelTree of(const Topology& topology);

  [[nodiscard]] unsigned height() const { return static_cast<unsigned>(children_.size()); }
  [[nodiscard]] std::uint64_t arity(unsigned level) const { return children_[level - 1]; }
  [[nodiscard]] std::uint64_t capacity(unsigned level) const { return capacity_[level - 1]; }
  /// Leaves below a node of a level; 1 for level 0.
  [[nodiscard]] std::uint64_t width(unsigned level) const { return width_[level]; }
  [[nodiscard]] std::uint64_t leaves() const { return width_.back(); }
  /// All switches have two children.
  [[nodiscard]] bool binary() const { return binary_; }
  /// No branch has fewer links than those of level 1.
  [[nodiscard]] bool narrowest_below() const {
    return std::ranges::min(capacity_) == capacity_.front();
  }
  /// Level of the lowest common ancestor of two leaves; 0 if equal.
  [[nodiscard]] unsigned turn_level(NodeId leaf, NodeId other) const;

 private:
  std::vector<std::uint32_t> children_, capacity_;
  std::vector<std::uint64_t> width_;
  bool binary_ = true;
};

}  // namespace romcast
