// SPDX-License-Identifier: Apache-2.0
// Reverses networks and schedules: links change direction, the last hop becomes the first. Legal
// schedules stay legal: a reversed scatter is a gather, a reversed broadcast a reduce.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The same network with every link reversed; links keep their numbers.
class Reversed : public Topology {
 public:
  /// The topology must outlive this object.
  explicit Reversed(const Topology& topology);
  [[nodiscard]] std::string network() const override { return topology_.network(); }
  [[nodiscard]] NetworkOptions options() const override { return topology_.options(); }
  [[nodiscard]] std::string node_name(NodeId v) const override { return topology_.node_name(v); }
  [[nodiscard]] NodeId find_node(std::string_view name) const override {
    return topology_.find_node(name);
  }
  [[nodiscard]] unsigned level(NodeId v) const override { return topology_.level(v); }
  [[nodiscard]] unsigned levels() const override { return topology_.levels(); }
  [[nodiscard]] bool direct() const override { return topology_.direct(); }
  [[nodiscard]] bool forwards(NodeId v) const override { return topology_.forwards(v); }
  [[nodiscard]] PortLimit port_limit(Ports ports) const override {
    const PortLimit limit = topology_.port_limit(ports);
    return {limit.receives, limit.sends, limit.shared};
  }
  [[nodiscard]] PortLimit port_limit_of(NodeId node, Ports ports) const override {
    const PortLimit limit = topology_.port_limit_of(node, ports);
    return {limit.receives, limit.sends, limit.shared};
  }
  [[nodiscard]] bool uneven_ports() const override { return topology_.uneven_ports(); }
  [[nodiscard]] ChannelId route(NodeId, NodeId) const override { return kNone; }

 private:
  const Topology& topology_;
};

/// Reverses hops that are sorted by cycle: the last cycle becomes the first.
void turn_round(Hops& hops);
/// Reverses hops over links with times: the cycle in which a message arrives becomes the cycle in
/// which its send begins.
void turn_round(const Topology& topology, Hops& hops);

}  // namespace romcast::any
