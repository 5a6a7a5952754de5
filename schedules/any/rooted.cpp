// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/rooted.hpp"

#include <algorithm>

#include "schedules/any/carry.hpp"
#include "schedules/any/reversed.hpp"
#include "schedules/any/scatter_tree.hpp"
#include "schedules/bounds/time_flow.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

constexpr std::uint64_t kMostEdges = 1'500'000;

// Removes loops, which a flow may have: a message that returns to a node could have waited there.
Hops without_circles(const Topology& topology, const Hops& hops, std::size_t messages) {
  std::vector<std::vector<std::size_t>> paths(messages);  // by message: indices in `hops`
  for (std::size_t i = 0; i < hops.size(); ++i) {
    std::vector<std::size_t>& path = paths[hops[i].message];
    path.push_back(i);
    const NodeId to = topology.channel_at(hops[i].link).to;
    const auto left = std::ranges::find_if(
        path, [&](std::size_t h) { return topology.channel_at(hops[h].link).from == to; });
    path.erase(left, path.end());
  }
  std::vector<bool> kept(hops.size(), false);
  for (const std::vector<std::size_t>& path : paths) {
    for (const std::size_t i : path) kept[i] = true;
  }
  Hops result;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (kept[i]) result.push_back(hops[i]);
  }
  return result;
}

// The hops of a scatter or gather along the streams (time_flow.hpp), in `cycles` cycles. Moves
// messages from the root along the streams, in a gather along the reversed streams; then gives each
// message a number that belongs to the node where the message ends.
Hops name_messages(const Task& task, std::vector<bounds::Stream> streams, Cycle cycles) {
  const bool gathers = task.collective.kind() == CollectiveKind::gather;
  const Topology& topology = task.topology;
  for (bounds::Stream& s : streams) {
    if (gathers) s.cycle = cycles + 1 - s.cycle;
  }
  std::ranges::stable_sort(streams, {}, &bounds::Stream::cycle);
  const NodeId root = task.collective.source();
  const std::size_t count = (topology.processors() - 1) * task.collective.messages();
  std::vector<std::vector<MessageId>> at(topology.nodes());
  for (std::size_t i = count; i-- > 0;) at[root].push_back(static_cast<MessageId>(i));
  Hops hops;
  std::vector<std::pair<NodeId, MessageId>> arrived;
  for (std::size_t i = 0; i < streams.size();) {
    const Cycle cycle = streams[i].cycle;
    arrived.clear();
    for (; i < streams.size() && streams[i].cycle == cycle; ++i) {
      const Channel& channel = topology.channels()[streams[i].channel];
      const NodeId from = gathers ? channel.to : channel.from;
      for (std::uint32_t place = 0; place < streams[i].messages; ++place) {
        arrived.emplace_back(gathers ? channel.from : channel.to, at[from].back());
        hops.push_back(
            {.cycle = cycle, .link = channel.first_link + place, .message = at[from].back()});
        at[from].pop_back();
      }
    }
    for (const auto& [node, message] : arrived) at[node].push_back(message);
  }
  std::vector<MessageId> name(count, 0);
  for (NodeId p = 0; p < topology.processors(); ++p) {
    for (std::size_t i = 0; i < at[p].size(); ++i) {
      name[at[p][i]] = static_cast<MessageId>(p * task.collective.messages() + i);
    }
  }
  for (Hop& hop : hops) hop.message = name[hop.message];
  if (gathers) turn_round(hops);
  return without_circles(topology, hops, topology.processors() * task.collective.messages());
}

Hops scattered(const Task& task, unsigned seed, Cycle most) {
  return task.topology.nodes() > kMostCarried ? scatter_down_tree(task) : carry(task, seed, most);
}

}  // namespace

bool is_rooted(const Collective& collective) {
  return collective.kind() == CollectiveKind::scatter ||
         collective.kind() == CollectiveKind::gather;
}

Hops by_flow(const Task& task, Cycle least) {
  const Collective& collective = task.collective;
  bounds::FlowTask flow{
      task.topology, task.ports, collective.source(), collective.kind() == CollectiveKind::gather,
      std::vector<std::uint32_t>(task.topology.processors(), collective.messages())};
  for (Cycle cycles = std::max<Cycle>(least, 1);; ++cycles) {
    if (bounds::flow_edges(task.topology, cycles) > kMostEdges) return {};
    if (auto streams = bounds::flow_in(flow, cycles)) {
      return name_messages(task, std::move(*streams), cycles);
    }
  }
}

Hops rooted(const Task& task, unsigned seed, Cycle most) {
  const Collective& collective = task.collective;
  if (collective.kind() == CollectiveKind::scatter) return scattered(task, seed, most);
  const Reversed reversed(task.topology);
  const Collective scatter(CollectiveKind::scatter, collective.processors(), collective.source(),
                           collective.messages());
  Hops hops = scattered({reversed, scatter, task.ports}, seed, most);
  turn_round(hops);
  return hops;
}

}  // namespace romcast::any
