// SPDX-License-Identifier: Apache-2.0
// Complete k-ary fat trees (Dimakopoulos & Dimopoulos 1996, section 1.1): leaves are processors,
// all other nodes are switches; a branch between levels i-1 and i has capacity c_i.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

class FatTree final : public Topology {
 public:
  /// `arity` is k, 2..16; `height` is h, 1..20; `capacity` is "constant" (c_i = 1), "exponential"
  /// (c_i = k^(i-1)) or a non-decreasing list "c_1,...,c_h" with c_1 = 1. Throws InputError that
  /// names the option if a value is not allowed.
  FatTree(unsigned arity, unsigned height, const std::string& capacity);

  [[nodiscard]] std::string network() const override { return "fat-tree"; }
  [[nodiscard]] NetworkOptions options() const override;
  [[nodiscard]] std::string node_name(NodeId node) const override;
  [[nodiscard]] NodeId find_node(std::string_view name) const override;
  [[nodiscard]] unsigned level(NodeId node) const override;
  [[nodiscard]] unsigned levels() const override { return height_; }
  /// Single-port nodes send on one link in a cycle, but receive on all links.
  [[nodiscard]] PortLimit port_limit(Ports ports) const override {
    return {.sends = ports.single() ? 1 : kNone};
  }
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override;

  [[nodiscard]] unsigned arity() const { return arity_; }
  [[nodiscard]] unsigned height() const { return height_; }
  /// c_i, links per direction of a branch between levels i-1 and i (1 <= i <= height).
  [[nodiscard]] std::uint32_t capacity(unsigned level) const { return capacity_[level - 1]; }
  /// Number of links from a switch of this level to its parent; for the level of the root, which
  /// has no parent, the number of links from each child to the root.
  [[nodiscard]] std::uint32_t up_links(unsigned level) const {
    return capacity(level < height_ ? level + 1 : level);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& capacities() const { return capacity_; }
  [[nodiscard]] bool constant_capacity() const;
  [[nodiscard]] bool exponential_capacity() const;

  /// The arity to the power of `exponent`, for exponents up to the height.
  [[nodiscard]] std::uint64_t power(unsigned exponent) const { return power_[exponent]; }
  /// Node (level, index); index counts from the left.
  [[nodiscard]] NodeId node(unsigned level, std::uint64_t index) const {
    return static_cast<NodeId>(level_begin_[level] + index);
  }
  /// Position of a node in its level, from the left.
  [[nodiscard]] std::uint64_t index(NodeId node) const { return node - level_begin_[level(node)]; }
  /// Level of the lowest common ancestor of two leaves; 0 if both are the same leaf.
  [[nodiscard]] unsigned turn_level(NodeId leaf, NodeId other) const;
  /// Channel from a node, which is not the root, to its parent.
  [[nodiscard]] ChannelId up_channel(NodeId node) const { return node; }
  /// Channel to a node, which is not the root, from its parent.
  [[nodiscard]] ChannelId down_channel(NodeId node) const {
    return static_cast<ChannelId>(nodes() - 1 + node);
  }
  [[nodiscard]] NodeId root() const { return node(height_, 0); }

 private:
  unsigned arity_;
  unsigned height_;
  std::vector<std::uint32_t> capacity_;
  std::vector<std::uint64_t> power_;
  std::vector<std::uint64_t> level_begin_;
};

}  // namespace romcast
