// SPDX-License-Identifier: Apache-2.0
// A direct network of any shape: every node, processor or switch, has a store, and all nodes but
// endpoints forward.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "romcast/core/topology.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast {

/// Name of networks that are described node by node, as in files.
inline constexpr const char* kGraph = "graph";

class GraphNetwork : public Topology {
 public:
  /// Changes that options made to the network, such as the removal of nodes by `without` (`any`:
  /// there are changes); also remarks for the user, the duration of a cycle and bandwidths.
  struct Damage {
    bool any = false;
    std::vector<std::string> cut_off{};  ///< processors, by name
    std::vector<std::string> notes{};    ///< a line each
    double cycle_seconds = 0;            ///< duration of a cycle; 0: unknown
    std::string lane_bandwidth{};        ///< bandwidth of a lane, e.g. "25GB/s"; empty: unknown
    /// Set if lanes were rounded: the links before rounding.
    std::shared_ptr<const GraphWithSpeeds> published{};
  };
  /// `graph` must be connected, number its processors first, and contain each edge once. Channels
  /// are numbered by sender, then receiver; ports by the number of the node at the other end.
  GraphNetwork(std::string network, NetworkOptions options, Graph graph)
      : GraphNetwork(std::move(network), std::move(options), std::move(graph), Damage{}) {}
  GraphNetwork(std::string network, NetworkOptions options, Graph graph, Damage damage);

  [[nodiscard]] std::string network() const override { return network_; }
  [[nodiscard]] NetworkOptions options() const override { return options_; }
  [[nodiscard]] std::string node_name(NodeId node) const override { return names_[node]; }
  [[nodiscard]] NodeId find_node(std::string_view name) const override;
  [[nodiscard]] unsigned level(NodeId) const override { return 1; }
  [[nodiscard]] unsigned levels() const override { return 1; }
  [[nodiscard]] bool direct() const override { return true; }
  [[nodiscard]] bool has(Ports ports) const override {
    return !timed() || !(ports.half || ports.kind == Ports::Kind::several);
  }
  [[nodiscard]] bool forwards(NodeId node) const override {
    return roles_[node] != NodeRole::endpoint;
  }
  [[nodiscard]] bool intact() const override { return !damage_.any; }
  [[nodiscard]] std::vector<std::string> cut_off() const override { return damage_.cut_off; }
  [[nodiscard]] std::vector<std::string> notes() const override { return damage_.notes; }
  [[nodiscard]] double cycle_seconds() const override { return damage_.cycle_seconds; }
  [[nodiscard]] const std::string& lane_bandwidth() const { return damage_.lane_bandwidth; }
  [[nodiscard]] const GraphWithSpeeds* published() const { return damage_.published.get(); }
  /// The same limit for sends and receptions.
  [[nodiscard]] PortLimit port_limit(Ports ports) const override;
  /// Computes the routing table of a destination on demand, and keeps a bounded number of tables.
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override;

  [[nodiscard]] NodeRole role(NodeId node) const { return roles_[node]; }
  /// The graph from which the network was made, with edges in the order of the channels.
  [[nodiscard]] Graph graph() const;

 protected:
  /// Channels keep the order of the edges; `order` is the order of the ports of each node.
  GraphNetwork(std::string network, NetworkOptions options, const Graph& graph, PortOrder order);

 private:
  void set_graph(const Graph& graph, PortOrder order);
  [[nodiscard]] std::vector<ChannelId> paths_to(NodeId destination) const;

  std::string network_;
  NetworkOptions options_;
  Damage damage_{};
  std::vector<std::string> names_;
  std::vector<NodeRole> roles_;
  mutable std::once_flag sorted_;
  mutable std::vector<NodeId> by_name_;
  mutable std::mutex routing_;
  // For each destination: the first channel of a shortest path, indexed by node.
  mutable std::unordered_map<NodeId, std::vector<ChannelId>> ways_;
};

}  // namespace romcast
