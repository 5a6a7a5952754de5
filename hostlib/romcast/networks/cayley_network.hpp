// SPDX-License-Identifier: Apache-2.0
// Cayley graphs: the nodes are the elements of a group, and every node v has a link to v * g for
// each generator g.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "romcast/core/group.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {

class CayleyNetwork final : public GraphNetwork {
 public:
  /// `generators` must generate the whole group. Duplicates count once, and the identity, which
  /// leads nowhere, is ignored. Port i of every node belongs to the i-th generator that remains,
  /// from 0.
  CayleyNetwork(std::string network, NetworkOptions options, std::shared_ptr<const Group> group,
                const std::vector<NodeId>& generators);

  [[nodiscard]] const Group* group() const override { return group_.get(); }
  [[nodiscard]] NodeId displacement(NodeId from, NodeId to) const override {
    return group_->multiply(group_->inverse(from), to);
  }
  [[nodiscard]] NodeId displaced(NodeId from, NodeId displacement) const override {
    return group_->multiply(from, displacement);
  }
  /// One routing table serves all nodes.
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override;

 private:
  std::shared_ptr<const Group> group_;
  mutable std::once_flag routed_;
  // For each node: first port of a shortest path from node 0.
  mutable std::vector<std::uint16_t> first_port_;
};

}  // namespace romcast
