// SPDX-License-Identifier: Apache-2.0
// Networks that look the same after their nodes are moved: a schedule that does, too, follows from
// that of a few nodes, and so it is found much sooner where there is one.
#pragma once

#include <vector>

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A group of permutations of the nodes that keep links, lanes and roles, of which none but the
/// identity leaves any node where it is.
class Symmetry {
 public:
  using Permutation = std::vector<NodeId>;  // by node: where it goes
  /// The identity comes first.
  Symmetry(const Task& task, std::vector<Permutation> elements);
  /// The identity alone.
  static Symmetry none(const Task& task);

  [[nodiscard]] std::size_t order() const { return elements_.size(); }
  /// The first of all nodes, or channels, that are moved to each other.
  [[nodiscard]] NodeId first_node(NodeId node) const { return first_node_[node]; }
  [[nodiscard]] ChannelId first_channel(ChannelId channel) const { return first_channel_[channel]; }
  /// So each message is one of these, moved.
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

/// Some symmetries of an allgather or alltoall, the largest first: all translations of a Cayley
/// graph, and cyclic ones. None of other collectives, and of large networks.
std::vector<Symmetry> symmetries(const Task& task);

}  // namespace romcast::any
