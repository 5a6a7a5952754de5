// SPDX-License-Identifier: Apache-2.0
// Networks and schedules turned round: what goes out comes in, what was last is first. Legal
// schedules stay legal: a gather is a scatter turned round, a reduce a broadcast.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The same nodes and links, in the other direction; links keep their numbers.
class Reversed : public Topology {
 public:
  /// Must outlive it.
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

/// Hops in order of their cycles, backwards.
void turn_round(Hops& hops);
/// The same where links have times: the end of a hop becomes its beginning.
void turn_round(const Topology& topology, Hops& hops);

}  // namespace romcast::any
