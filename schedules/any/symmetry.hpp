// SPDX-License-Identifier: Apache-2.0
// Symmetries of networks. A schedule with the symmetry of its network follows from the hops of the
// messages of a few nodes. If such a schedule exists, a search usually finds it sooner than a
// schedule without symmetry.
#pragma once

#include <vector>

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A group of permutations of the nodes. Each maps channels to channels with as many lanes,
/// processors to processors, and forwarding nodes to forwarding nodes. Only the identity fixes a
/// node.
class Symmetry {
 public:
  using Permutation = std::vector<NodeId>;  // the image of each node
  /// Requires that elements.front() is the identity.
  Symmetry(const Task& task, std::vector<Permutation> elements);
  /// The group with the identity alone.
  static Symmetry none(const Task& task);

  [[nodiscard]] std::size_t order() const { return elements_.size(); }
  /// The first node, by number, of the orbit of `node`.
  [[nodiscard]] NodeId first_node(NodeId node) const { return first_node_[node]; }
  /// The first channel, by number, of the orbit of `channel`.
  [[nodiscard]] ChannelId first_channel(ChannelId channel) const { return first_channel_[channel]; }
  /// True if the origin of the message is the first node of the origin's orbit. All other messages
  /// are images of such messages.
  [[nodiscard]] bool is_first(MessageId message) const {
    const NodeId origin = task_.collective.origin(message);
    return first_node_[origin] == origin;
  }
  [[nodiscard]] ChannelId moved_channel(std::size_t element, ChannelId channel) const;
  [[nodiscard]] MessageId moved_message(std::size_t element, MessageId message) const;

 private:
  Task task_;
  std::vector<Permutation> elements_;
  std::vector<NodeId> first_node_;
  std::vector<ChannelId> first_channel_;
};

/// Some symmetry groups for an allgather or alltoall, the largest first: on a Cayley graph the
/// group of all translations and its cyclic subgroups, on other networks cyclic groups. Empty for
/// other collectives and for large networks.
std::vector<Symmetry> symmetries(const Task& task);

}  // namespace romcast::any
