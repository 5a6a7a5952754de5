// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_network.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace romcast {
namespace {

// Limit on the channels in all routing tables.
constexpr std::size_t kMostWays = std::size_t{1} << 26;

}  // namespace

GraphNetwork::GraphNetwork(std::string network, NetworkOptions options, Graph graph, Damage damage)
    : network_(std::move(network)), options_(std::move(options)), damage_(std::move(damage)) {
  std::ranges::sort(graph.edges, {},
                    [](const Graph::Edge& edge) { return std::pair(edge.from, edge.to); });
  set_graph(graph, PortOrder::by_neighbour);
}

GraphNetwork::GraphNetwork(std::string network, NetworkOptions options, const Graph& graph,
                           PortOrder order)
    : network_(std::move(network)), options_(std::move(options)) {
  set_graph(graph, order);
}

void GraphNetwork::set_graph(const Graph& graph, PortOrder order) {
  std::size_t processors = 0;
  for (const Graph::Node& node : graph.nodes) {
    names_.push_back(node.name);
    roles_.push_back(node.role);
    processors += node.role == NodeRole::forwarder ? 0 : 1;
  }
  std::vector<Channel> channels;
  channels.reserve(graph.edges.size());
  for (const Graph::Edge& edge : graph.edges) {
    channels.push_back(
        {.from = edge.from, .to = edge.to, .capacity = edge.lanes, .time = edge.time});
  }
  set_channels(processors, graph.nodes.size(), std::move(channels), order);
}

Graph GraphNetwork::graph() const {
  Graph graph;
  for (NodeId v = 0; v < nodes(); ++v) graph.nodes.push_back({names_[v], roles_[v]});
  for (const Channel& channel : channels()) {
    graph.edges.push_back({channel.from, channel.to, channel.capacity, channel.time});
  }
  return graph;
}

NodeId GraphNetwork::find_node(std::string_view name) const {
  std::call_once(sorted_, [&] {
    by_name_.resize(nodes());
    std::iota(by_name_.begin(), by_name_.end(), NodeId{0});
    std::ranges::sort(by_name_, {}, [&](NodeId v) -> const std::string& { return names_[v]; });
  });
  const auto found = std::ranges::lower_bound(
      by_name_, name, {}, [&](NodeId v) { return std::string_view(names_[v]); });
  return found != by_name_.end() && names_[*found] == name ? *found : kNone;
}

PortLimit GraphNetwork::port_limit(Ports ports) const {
  if (ports.single()) return {1, 1, ports.half};
  if (ports.kind == Ports::Kind::several) return {ports.count, ports.count, ports.half};
  return {};
}

// For each node: the first channel of a shortest path to the destination; kNone for the destination
// itself and for nodes without a path. All intermediate nodes of a path forward.
std::vector<ChannelId> GraphNetwork::paths_to(NodeId destination) const {
  std::vector<ChannelId> first(nodes(), kNone);
  std::vector<NodeId> queue{destination};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const ChannelId c : inputs(queue[i])) {
      const NodeId from = channels()[c].from;
      if (from == destination || first[from] != kNone) continue;
      first[from] = c;
      if (forwards(from)) queue.push_back(from);
    }
  }
  return first;
}

ChannelId GraphNetwork::route(NodeId at, NodeId destination) const {
  const std::lock_guard lock(routing_);
  auto found = ways_.find(destination);
  if (found == ways_.end()) {
    if ((ways_.size() + 1) * nodes() > kMostWays) ways_.clear();
    found = ways_.emplace(destination, paths_to(destination)).first;
  }
  return found->second[at];
}

}  // namespace romcast
