// SPDX-License-Identifier: Apache-2.0
// How many places the stores of rtl/star take for what a schedule sends: counted from its hops, as
// the nodes count by themselves. The judge counts the messages in a node; a place is used again
// only by a message that arrives as another one leaves it.
#pragma once

#include <span>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Stores that are filled in the order of arrival, as ROM control and the level rule have them. One
/// per node (single-port), or a bank per link and one for own messages (multi-port).
class StarPlaces {
 public:
  /// References must outlive it.
  StarPlaces(const Topology& star, const Collective& collective, Ports ports);
  /// All hops of the next cycle that has any, on links of the network.
  void step(std::span<const Hop> hops);
  /// Places that the fullest store or bank takes, of all nodes and by node.
  [[nodiscard]] std::uint32_t most() const;
  [[nodiscard]] const std::vector<std::uint32_t>& by_node() const { return most_; }

 private:
  [[nodiscard]] bool stays(MessageId message, NodeId at) const;

  const Topology& star_;
  const Collective& collective_;
  const bool single_;
  const bool exchanges_;              // an arrival takes the place of what leaves
  std::vector<LinkId> back_;          // by link: the one in the other direction
  std::vector<std::uint32_t> taken_;  // by node, or by link that brings messages into a bank
  std::vector<Cycle> sent_;           // by node, or by link: last cycle in which it sent
  std::vector<std::uint32_t> most_;   // by node
};

}  // namespace romcast
