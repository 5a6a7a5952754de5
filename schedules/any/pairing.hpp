// SPDX-License-Identifier: Apache-2.0
// Pairs senders with receivers by a maximum matching (Kuhn's augmenting paths): each node sends
// once and receives once at most. Either senders or receivers are added, one by one. A matched node
// stays matched, but its partner may change.
#pragma once

#include <span>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast::any {

class Pairing {
 public:
  explicit Pairing(std::size_t nodes)
      : channel_of_(nodes, kNone), taker_of_(nodes, kNone), seen_(nodes, 0) {}

  void clear() {
    std::ranges::fill(channel_of_, kNone);
    std::ranges::fill(taker_of_, kNone);
  }
  /// Matches a node if possible; returns true if the node was matched. choices(node) lists the
  /// channels of the node, the best channel first; other(channel) is the possible partner at the
  /// other end of the channel.
  template <class Choices, class Other>
  bool add(NodeId node, const Choices& choices, const Other& other) {
    ++stamp_;
    return augment(node, choices, other);
  }
  /// The channel of a node that was added; kNone if the node has no partner.
  [[nodiscard]] ChannelId channel_of(NodeId node) const { return channel_of_[node]; }

 private:
  template <class Choices, class Other>
  bool augment(NodeId node, const Choices& choices, const Other& other) {
    const std::span<const ChannelId> channels = choices(node);
    for (const ChannelId c : channels) {
      if (taker_of_[other(c)] == kNone) return take(node, c, other(c));
    }
    for (const ChannelId c : channels) {
      const NodeId end = other(c);
      if (seen_[end] == stamp_) continue;
      seen_[end] = stamp_;
      if (augment(taker_of_[end], choices, other)) return take(node, c, end);
    }
    return false;
  }
  bool take(NodeId node, ChannelId channel, NodeId end) {
    channel_of_[node] = channel;
    taker_of_[end] = node;
    return true;
  }

  std::vector<ChannelId> channel_of_;  // by node added
  std::vector<NodeId> taker_of_;       // by partner
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
};

}  // namespace romcast::any
