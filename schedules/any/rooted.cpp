// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/rooted.hpp"

#include <algorithm>

#include "schedules/any/carry.hpp"
#include "schedules/any/reversed.hpp"
#include "schedules/bounds/time_flow.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

constexpr std::uint64_t kMostEdges = 1'500'000;

// Flows may go in circles: whoever comes back could as well have waited.
Hops without_circles(const Topology& topology, const Hops& hops, std::size_t messages) {
  std::vector<std::vector<std::size_t>> ways(messages);  // places in `hops`
  for (std::size_t i = 0; i < hops.size(); ++i) {
    std::vector<std::size_t>& way = ways[hops[i].message];
    way.push_back(i);
    const NodeId to = topology.channel_at(hops[i].link).to;
    const auto left = std::ranges::find_if(
        way, [&](std::size_t h) { return topology.channel_at(hops[h].link).from == to; });
    way.erase(left, way.end());
  }
  std::vector<bool> kept(hops.size(), false);
  for (const std::vector<std::size_t>& way : ways) {
    for (const std::size_t i : way) kept[i] = true;
  }
  Hops result;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (kept[i]) result.push_back(hops[i]);
  }
  return result;
}

// Who they are is seen by where they end: follows nameless messages from the root.
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

// Down a tree of shortest ways the k-th message that the root sends by a link never waits, as it
// follows the one before it; those with most hops to go leave first.
class Tree {
 public:
  explicit Tree(const Task& task)
      : topology_(task.topology),
        collective_(task.collective),
        limit_(topology_.port_limit(task.ports)),
        distance_(bounds::distances_from(topology_, collective_.source())),
        parent_(topology_.nodes(), kNone) {
    grow();
  }

  Hops scatter() {
    std::vector<std::vector<MessageId>> queues(topology_.channels().size());  // of the root's
    for (NodeId p : order_) {
      if (!topology_.is_processor(p)) continue;
      const ChannelId first = way_to(p).back();
      for (std::uint32_t m = 0; m < collective_.messages(); ++m) {
        queues[first].push_back(static_cast<MessageId>(p * collective_.messages() + m));
      }
    }
    for (auto& queue : queues) std::ranges::reverse(queue);  // the furthest last
    const std::span<const ChannelId> outputs = topology_.outputs(collective_.source());
    std::vector<ChannelId> busy(outputs.begin(), outputs.end());
    Hops hops;
    for (Cycle cycle = 1; !busy.empty(); ++cycle) {
      std::erase_if(busy, [&](ChannelId c) { return queues[c].empty(); });
      std::ranges::stable_sort(busy, std::ranges::greater{},
                               [&](ChannelId c) { return queues[c].size(); });
      for (std::size_t i = 0; i < std::min<std::size_t>(busy.size(), limit_.sends); ++i) {
        send(queues[busy[i]].back(), cycle, hops);
        queues[busy[i]].pop_back();
      }
    }
    std::ranges::stable_sort(hops, {}, &Hop::cycle);
    return hops;
  }

 private:
  // The furthest choose first; of those that are nearer, the one with fewest behind it.
  void grow() {
    for (NodeId v = 0; v < topology_.nodes(); ++v) {
      if (distance_[v] > 0 && distance_[v] != bounds::kUnreachable) order_.push_back(v);
    }
    std::ranges::stable_sort(order_, std::ranges::greater{},
                             [&](NodeId v) { return distance_[v]; });
    std::vector<std::uint64_t> behind(topology_.nodes(), 0);
    for (const NodeId v : order_) {
      behind[v] += topology_.is_processor(v) ? 1 : 0;
      for (const ChannelId c : topology_.inputs(v)) {
        const NodeId from = topology_.channels()[c].from;
        if (distance_[from] + 1 != distance_[v]) continue;
        if (from != collective_.source() && !topology_.forwards(from)) continue;
        if (parent_[v] == kNone || behind[from] < behind[topology_.channels()[parent_[v]].from]) {
          parent_[v] = c;
        }
      }
      behind[topology_.channels()[parent_[v]].from] += behind[v];
    }
  }
  // Its last channel first.
  [[nodiscard]] std::vector<ChannelId> way_to(NodeId node) const {
    std::vector<ChannelId> way;
    for (; parent_[node] != kNone; node = topology_.channels()[parent_[node]].from) {
      way.push_back(parent_[node]);
    }
    return way;
  }
  void send(MessageId message, Cycle cycle, Hops& hops) const {
    const std::vector<ChannelId> way = way_to(collective_.destination(message));
    for (auto c = way.rbegin(); c != way.rend(); ++c, ++cycle) {
      hops.push_back(
          {.cycle = cycle, .link = topology_.channels()[*c].first_link, .message = message});
    }
  }

  const Topology& topology_;
  const Collective& collective_;
  const PortLimit limit_;
  const std::vector<bounds::Distance> distance_;
  std::vector<ChannelId> parent_;  // by node: the channel that it gets its messages by
  std::vector<NodeId> order_;      // all but the root, the furthest first
};

Hops scattered(const Task& task, unsigned seed, Cycle most) {
  return task.topology.nodes() > kMostCarried ? Tree(task).scatter() : carry(task, seed, most);
}

}  // namespace

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
