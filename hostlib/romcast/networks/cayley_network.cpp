// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/cayley_network.hpp"

#include <algorithm>
#include <utility>

namespace romcast {
namespace {

Graph graph_of(const Group& group, const std::vector<NodeId>& generators) {
  std::vector<NodeId> used;
  for (const NodeId g : generators) {
    if (g != 0 && std::ranges::find(used, g) == used.end()) used.push_back(g);
  }
  Graph graph = Graph::numbered(group.order());
  graph.edges.reserve(group.order() * used.size());
  for (NodeId v = 0; v < group.order(); ++v) {
    for (const NodeId g : used) graph.edges.push_back({v, group.multiply(v, g)});
  }
  return graph;
}

}  // namespace

CayleyNetwork::CayleyNetwork(std::string network, NetworkOptions options,
                             std::shared_ptr<const Group> group,
                             const std::vector<NodeId>& generators)
    : GraphNetwork(std::move(network), std::move(options), graph_of(*group, generators),
                   PortOrder::as_given),
      group_(std::move(group)) {}

ChannelId CayleyNetwork::route(NodeId at, NodeId destination) const {
  std::call_once(routed_, [&] {
    constexpr std::uint16_t none = 0xffff;
    std::vector<std::uint16_t> first(nodes(), none);
    std::vector<NodeId> queue{0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::span<const ChannelId> ports = outputs(queue[i]);
      for (std::size_t port = 0; port < ports.size(); ++port) {
        const NodeId to = channels()[ports[port]].to;
        if (to == 0 || first[to] != none) continue;
        first[to] = i == 0 ? static_cast<std::uint16_t>(port) : first[queue[i]];
        queue.push_back(to);
      }
    }
    first_port_ = std::move(first);
  });
  return outputs(at)[first_port_[displacement(at, destination)]];
}

}  // namespace romcast
