// SPDX-License-Identifier: Apache-2.0
// Star graphs S_n (Akers & Krishnamurthy 1989; Tseng, Chang & Sheu 1998, section II): a node is a
// permutation of n symbols, dimension d = 2..n exchanges the first and the d-th symbol. Every node
// is a processor with a switch in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/permutation_group.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Nodes are numbered in lexicographic order of their labels; node 0 is 12...n. Ports are in the
/// order of their dimensions.
class StarGraph final : public Topology {
 public:
  /// symbols n 3..9. Throws InputError naming the option.
  explicit StarGraph(unsigned symbols);

  [[nodiscard]] std::string network() const override { return "star"; }
  [[nodiscard]] NetworkOptions options() const override;
  /// The label, e.g. "3241".
  [[nodiscard]] std::string node_name(NodeId node) const override;
  [[nodiscard]] NodeId find_node(std::string_view name) const override;
  [[nodiscard]] unsigned level(NodeId) const override { return 1; }
  [[nodiscard]] unsigned levels() const override { return 1; }
  [[nodiscard]] bool direct() const override { return true; }
  [[nodiscard]] const Group* group() const override { return &group_; }
  /// Single-port nodes send and receive at most one packet at a time.
  [[nodiscard]] PortLimit port_limit(Ports ports) const override {
    return ports.single() ? PortLimit{1, 1, ports.half} : PortLimit{};
  }
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override;

  /// The label as rtl/star/star_route.v reads it: the first symbol is in the lowest bits.
  [[nodiscard]] std::uint64_t address(NodeId node) const override;
  [[nodiscard]] unsigned address_bits() const override { return symbols_ * symbol_bits(); }
  /// The node q with from*q = to.
  [[nodiscard]] NodeId displacement(NodeId from, NodeId to) const override {
    return times(inverse(from), to);
  }
  [[nodiscard]] NodeId displaced(NodeId from, NodeId displacement) const override {
    return times(from, displacement);
  }

  [[nodiscard]] unsigned symbols() const { return symbols_; }
  [[nodiscard]] Permutation label(NodeId node) const { return group_.label(node); }
  [[nodiscard]] NodeId node(Permutation label) const { return group_.node(label); }
  /// The neighbour along dimension d = 2..n.
  [[nodiscard]] NodeId neighbour(NodeId node, unsigned dimension) const {
    return group_.node(label(node).crossed(dimension));
  }
  /// The link from a node along dimension d = 2..n.
  [[nodiscard]] LinkId link(NodeId node, unsigned dimension) const {
    return node * (symbols_ - 1) + dimension - 2;
  }
  /// Dimension of a link.
  [[nodiscard]] unsigned dimension(LinkId link) const { return link % (symbols_ - 1) + 2; }
  /// u*q: the end of the path from u that takes the dimensions of a path from node 12...n to q.
  [[nodiscard]] NodeId times(NodeId u, NodeId q) const { return group_.multiply(u, q); }
  [[nodiscard]] NodeId inverse(NodeId u) const { return group_.inverse(u); }

 private:
  [[nodiscard]] unsigned symbol_bits() const;

  unsigned symbols_;
  PermutationGroup group_;
};

}  // namespace romcast
