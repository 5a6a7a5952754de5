// SPDX-License-Identifier: Apache-2.0
// Any network of links, with a store in each node: nodes, links and names are the same, but a node
// may send its messages in any order. FIFO queues, as in a fat tree, cannot run some schedules;
// stores can run all schedules.
#pragma once

#include <memory>

#include "romcast/core/topology.hpp"

namespace romcast {

class StoredNetwork final : public Topology {
 public:
  explicit StoredNetwork(std::shared_ptr<const Topology> network);

  [[nodiscard]] std::string network() const override { return network_->network(); }
  [[nodiscard]] NetworkOptions options() const override { return network_->options(); }
  [[nodiscard]] std::string node_name(NodeId node) const override {
    return network_->node_name(node);
  }
  [[nodiscard]] NodeId find_node(std::string_view name) const override {
    return network_->find_node(name);
  }
  [[nodiscard]] unsigned level(NodeId) const override { return 1; }
  [[nodiscard]] unsigned levels() const override { return 1; }
  [[nodiscard]] bool direct() const override { return true; }
  [[nodiscard]] bool forwards(NodeId node) const override { return network_->forwards(node); }
  [[nodiscard]] PortLimit port_limit(Ports ports) const override {
    return network_->port_limit(ports);
  }
  /// The network without stores.
  [[nodiscard]] const std::shared_ptr<const Topology>& plain() const { return network_; }
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override {
    return network_->route(at, destination);
  }

 private:
  std::shared_ptr<const Topology> network_;
};

/// True if each node sends at most one message at a time, and receives at most one, so that one
/// store serves all links of the node.
bool one_port(const Topology& network, Ports ports);

/// The network itself if it is direct or a crossbar, else the same network with stores.
std::shared_ptr<const Topology> with_stores(std::shared_ptr<const Topology> network);

}  // namespace romcast
