// SPDX-License-Identifier: Apache-2.0
// Any network of links seen as one whose nodes have stores: the same nodes, links and names, but a
// node may send what it holds in any order. Where queues are first in, first out, as in a fat tree,
// some schedules cannot be run; on stores all can.
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
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override {
    return network_->route(at, destination);
  }

 private:
  std::shared_ptr<const Topology> network_;
};

/// One message comes to a node and one leaves it at a time, so that one store serves all its links.
bool one_port(const Topology& network, Ports ports);

/// The network itself if its nodes forward or it is a crossbar, else the same with stores.
std::shared_ptr<const Topology> with_stores(std::shared_ptr<const Topology> network);

}  // namespace romcast
