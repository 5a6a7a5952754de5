// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/spread_graph.hpp"

#include <numeric>

#include "romcast/core/channel_rates.hpp"

namespace romcast::bounds {

std::int64_t SpreadGraph::all_messages() const {
  return std::accumulate(messages.begin(), messages.end(), std::int64_t{0});
}

SpreadGraph spread_graph(const Topology& topology, const Collective& collective,
                         Direction direction) {
  SpreadGraph graph;
  constexpr std::size_t silent = ~std::size_t{0};
  std::vector<std::size_t> sender(topology.nodes());
  const auto add = [&](NodeId node, bool wants) {
    graph.node.push_back(node);
    graph.own.push_back(graph.own.size());
    graph.messages.push_back(0);
    graph.wants.push_back(wants);
    sender[node] = graph.node.size() - 1;
  };
  const bool broadcast = collective.kind() == CollectiveKind::broadcast;
  const auto has = [&](NodeId v) {
    return topology.is_processor(v) && (!broadcast || v == collective.source());
  };
  for (NodeId v = 0; v < topology.nodes(); ++v) add(v, topology.is_processor(v));
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (topology.forwards(v)) {
      graph.messages[v] = has(v) ? 1 : 0;
    } else if (has(v)) {
      add(v, false);
      graph.own.back() = v;
      graph.messages.back() = 1;
    } else {
      sender[v] = silent;
    }
  }
  const ChannelRates rates = channel_rates(topology);
  graph.period = rates.period;
  graph.symmetric = !broadcast && topology.group() != nullptr;
  for (ChannelId c = 0; c < topology.channels().size(); ++c) {
    const Channel& channel = topology.channels()[c];
    const bool forward = direction == Direction::forward;
    const NodeId from = forward ? channel.from : channel.to;
    if (sender[from] == silent) continue;
    graph.arcs.push_back(
        {sender[from], forward ? channel.to : channel.from, rates.carried[c], {c}});
  }
  return graph;
}

}  // namespace romcast::bounds
