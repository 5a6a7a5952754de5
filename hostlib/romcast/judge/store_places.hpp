// SPDX-License-Identifier: Apache-2.0
// How many slots the stores of rtl/direct take for what a schedule sends: counted from its hops,
// as the nodes count by themselves. The judge counts the messages in a node; here a slot is free
// again only for the message that the way of storing gives it to.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/paged.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Stores that are filled in the order of arrival, as ROM control and the level rule have them: one
/// per node (single-port), or a bank per link and one for own messages (multi-port). Where messages
/// have one destination an arrival takes the slot of what its port sends in the same cycle. If
/// some banks cannot, as that slot holds another message, all banks are rings.
class StorePlaces {
 public:
  /// References must outlive it. `here`: by node, those whose slots are counted; empty: all.
  StorePlaces(const Topology& network, const Collective& collective, Ports ports,
              std::vector<char> here = {});
  /// All hops of the next cycle that has any, on links of the network.
  void step(std::span<const Hop> hops);
  /// Slots that the fullest store or bank takes, of all nodes.
  [[nodiscard]] std::uint32_t most() const;
  /// The same by node; in rings all slots come into use in turn.
  [[nodiscard]] std::vector<std::uint32_t> by_node() const;
  /// The banks have to be rings.
  [[nodiscard]] bool rings() const { return rings_; }

  /// What has been counted of some nodes, and to add what was of others; words that mean nothing
  /// elsewhere.
  [[nodiscard]] std::vector<std::uint64_t> counts() const;
  void add_part(std::span<const std::uint64_t> counts);

 private:
  // Where a message is in a multi-port node.
  struct Kept {
    NodeId node = kNone;
    LinkId bank = kNone;        // the link by which it came; kNone: own messages
    std::uint32_t number = 0;   // its slot
    std::uint32_t arrival = 0;  // how many came into the bank before it
  };

  [[nodiscard]] bool stays(MessageId message, NodeId at) const;
  [[nodiscard]] bool known(MessageId message) const {
    return message < collective_.message_numbers();
  }
  [[nodiscard]] bool here(NodeId node) const { return here_.empty() || here_[node] != 0; }
  void stay(std::span<const Hop> hops);
  void leave(const Hop& hop);
  void keep(const Hop& hop, NodeId to, bool exchange);

  const Topology& network_;
  const Collective& collective_;
  const std::vector<char> here_;
  const bool single_;
  const bool exchanges_;              // an arrival takes the slot of what leaves
  const bool own_banks_;              // multi-port, and messages leave their slots
  std::vector<LinkId> paired_;        // by link: the link out of its receiver with the same port
  std::vector<std::uint32_t> taken_;  // by node, or by link that brings messages into a bank
  std::vector<Cycle> sent_;           // by node, or by link: last cycle in which it sent
  std::vector<std::uint32_t> most_;   // by node
  // Banks that messages leave.
  Paged<Kept> kept_;
  std::vector<std::uint32_t> sent_from_;  // by link: the slot of what it sent last
  std::vector<std::uint32_t> own_sent_;   // by node: own messages sent
  std::vector<std::vector<bool>> full_;   // by link: slots of its bank
  std::vector<std::uint32_t> arrived_;    // by link
  std::uint32_t ring_ = 1;                // slots of a ring that suffice
  bool rings_ = false;
};

}  // namespace romcast
