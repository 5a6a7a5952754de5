// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/encoding.hpp"

#include <algorithm>
#include <set>

#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

using bounds::Distance;

std::vector<NodeId> wanting(const Task& task, MessageId message) {
  std::vector<NodeId> nodes;
  for (NodeId p = 0; p < task.topology.processors(); ++p) {
    if (task.collective.wants(message, p)) nodes.push_back(p);
  }
  return nodes;
}

// Hops to the nearest of these nodes; 0 at the nodes themselves.
std::vector<Distance> nearest(const Topology& topology, const std::vector<NodeId>& ends) {
  std::vector<Distance> best(topology.nodes(), bounds::kUnreachable);
  for (const NodeId end : ends) {
    const std::vector<Distance> to = bounds::distances_to(topology, end);
    for (NodeId v = 0; v < best.size(); ++v) best[v] = std::min(best[v], to[v]);
  }
  return best;
}

}  // namespace

std::uint64_t Encoding::literals(const Task& task, Cycle cycles) {
  return task.collective.message_numbers() * cycles * 12 *
         (task.topology.channels().size() + task.topology.nodes());
}

Encoding::Encoding(const Task& task, Cycle cycles, const Symmetry& symmetry)
    : task_(task),
      cycles_(cycles),
      symmetry_(symmetry),
      nodes_(task.topology.nodes()),
      have_(task.collective.message_numbers() * nodes_ * (cycles + 1), 0),
      sends_(have_.size()),
      on_channel_(cycles + 1, std::vector<std::vector<int>>(task.topology.channels().size())) {
  for (MessageId m = 0; m < task.collective.message_numbers(); ++m) {
    if (symmetry.is_first(m)) add_message(m);
  }
  for (Cycle t = 1; t <= cycles; ++t) limit_cycle(t);
}

void Encoding::add_message(MessageId message) {
  const Topology& topology = task_.topology;
  const std::vector<NodeId> ends = wanting(task_, message);
  if (ends.empty()) return;
  const NodeId origin = task_.collective.origin(message);
  const std::vector<Distance> from = bounds::distances_from(topology, origin);
  const std::vector<Distance> need = nearest(topology, ends);
  for (NodeId v = 0; v < nodes_; ++v) {
    for (Cycle t = from[v]; from[v] != bounds::kUnreachable && t + need[v] <= cycles_; ++t) {
      if (need[v] != bounds::kUnreachable) have_[place(message, v, t)] = formula_.variable();
    }
  }
  if (const int first = have_[place(message, origin, 0)]; first != 0) formula_.clause({first});
  for (NodeId v = 0; v < nodes_; ++v) {
    for (Cycle t = 0; t <= cycles_; ++t) {
      const int here = have_[place(message, v, t)];
      if (here == 0 || (v == origin && t == 0)) continue;
      std::vector<int> support{-here};
      if (t > 0 && have_[place(message, v, t - 1)] != 0) {
        support.push_back(have_[place(message, v, t - 1)]);
      }
      for (const ChannelId c : topology.inputs(v)) {
        const NodeId sender = topology.channels()[c].from;
        const bool may = sender == origin || topology.forwards(sender);
        const int there = t > 0 ? have_[place(message, sender, t - 1)] : 0;
        if (there == 0 || !may || v == origin) continue;
        const int send = formula_.variable();
        formula_.clause({-send, there});
        support.push_back(send);
        sends_[place(message, v, t)].push_back({c, send});
        on_channel_[t][symmetry_.first_channel(c)].push_back(send);
      }
      formula_.clause(support);
    }
  }
  for (const NodeId end : ends) {
    // Without a variable the message cannot reach its end in so few cycles.
    const int there = have_[place(message, end, cycles_)];
    there != 0 ? formula_.clause({there}) : formula_.clause({});
  }
}

void Encoding::limit_cycle(Cycle cycle) {
  const Topology& topology = task_.topology;
  const auto& sends = on_channel_[cycle];
  for (ChannelId c = 0; c < sends.size(); ++c) {
    formula_.at_most(topology.channels()[c].capacity, sends[c]);
  }
  const auto add = [&](std::span<const ChannelId> channels, std::vector<int>& all) {
    for (const ChannelId c : channels) {
      const std::vector<int>& on = sends[symmetry_.first_channel(c)];
      all.insert(all.end(), on.begin(), on.end());
    }
  };
  const auto limit_sum = [&](std::uint32_t most, std::span<const ChannelId> channels,
                             std::span<const ChannelId> others = {}) {
    if (most == kNone) return;
    std::vector<int> all;
    add(channels, all);
    add(others, all);
    formula_.at_most(most, all);
  };
  for (ChannelId c = 0; task_.ports.half && c < sends.size(); ++c) {
    const ChannelId back = topology.opposite(c);
    if (symmetry_.first_channel(c) != c || back == kNone) continue;
    limit_sum(topology.shared_links(c), std::span(&c, 1), std::span(&back, 1));
  }
  for (NodeId v = 0; v < nodes_; ++v) {
    if (symmetry_.first_node(v) != v) continue;
    const PortLimit limit = topology.port_limit_of(v, task_.ports);
    if (limit.shared) {
      limit_sum(limit.sends, topology.outputs(v), topology.inputs(v));
      continue;
    }
    limit_sum(limit.sends, topology.outputs(v));
    limit_sum(limit.receives, topology.inputs(v));
  }
}

// Follows each message backwards from its destinations, along the first hop that reached a node.
Hops Encoding::first_hops(const std::vector<bool>& values) const {
  const Topology& topology = task_.topology;
  const auto is_true = [&](int variable) {
    return variable != 0 && values[static_cast<std::size_t>(variable)];
  };
  Hops hops;
  std::set<std::pair<NodeId, MessageId>> traced;
  for (MessageId m = 0; m < task_.collective.message_numbers(); ++m) {
    if (!symmetry_.is_first(m)) continue;
    const NodeId origin = task_.collective.origin(m);
    for (NodeId v : wanting(task_, m)) {
      while (v != origin && traced.emplace(v, m).second) {
        Cycle t = 0;
        while (!is_true(have_[place(m, v, t)])) ++t;
        const auto& sends = sends_[place(m, v, t)];
        const auto sent =
            std::ranges::find_if(sends, [&](const Send& s) { return is_true(s.variable); });
        hops.push_back({.cycle = t, .link = sent->channel, .message = m});
        v = topology.channels()[sent->channel].from;
      }
    }
  }
  return hops;
}

Hops Encoding::hops(const std::vector<bool>& values) const {
  const Topology& topology = task_.topology;
  Hops hops;
  for (const Hop& hop : first_hops(values)) {
    for (std::size_t g = 0; g < symmetry_.order(); ++g) {
      hops.push_back({.cycle = hop.cycle,
                      .link = symmetry_.moved_channel(g, hop.link),
                      .message = symmetry_.moved_message(g, hop.message)});
    }
  }
  // A channel uses its links in turn.
  std::ranges::sort(hops, {}, [](const Hop& h) { return std::tuple(h.cycle, h.link, h.message); });
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const ChannelId c = hops[i].link;
    const bool same =
        i > 0 && hops[i - 1].cycle == hops[i].cycle && topology.channel_of(hops[i - 1].link) == c;
    number = same ? number + 1 : 0;
    const std::uint32_t lane = task_.ports.half ? topology.shared_lane(c, number) : number;
    hops[i].link = topology.channels()[c].first_link + lane;
  }
  return hops;
}

}  // namespace romcast::any
