// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/encoding.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

std::vector<NodeId> wanting(const Task& task, MessageId message) {
  std::vector<NodeId> nodes;
  for (NodeId p = 0; p < task.topology.processors(); ++p) {
    if (task.collective.wants(message, p)) nodes.push_back(p);
  }
  return nodes;
}

// Returns the hops with lanes instead of channels: the link of each hop in `hops` is the number of
// a channel, and the hop gets the first lane of that channel that is free in the hop's cycle.
Hops on_free_lanes(const Topology& topology, Hops hops) {
  std::vector<Cycle> until(topology.links(), 0);
  for (Hop& hop : hops) {
    const Channel& channel = topology.channels()[hop.link];
    LinkId link = channel.first_link;
    while (until[link] >= hop.cycle) ++link;
    until[link] = hop.cycle + channel.time.cycles - 1;
    hop.link = link;
  }
  return hops;
}

}  // namespace

std::uint64_t Encoding::literals(const Task& task, Cycle cycles) {
  std::uint64_t longest = 1;  // largest LinkTime::cycles
  for (const Channel& c : task.topology.channels()) {
    longest = std::max<std::uint64_t>(longest, c.time.cycles);
  }
  return task.collective.message_numbers() * cycles * 12 * longest *
         (task.topology.channels().size() + task.topology.nodes());
}

Encoding::Encoding(const Task& task, std::vector<std::uint32_t> steps, const Symmetry& symmetry,
                   const GoOn& go_on)
    : task_(task),
      steps_(std::move(steps)),
      cycles_(static_cast<Cycle>(steps_.size())),
      symmetry_(symmetry),
      nodes_(task.topology.nodes()),
      have_(task.collective.message_numbers() * nodes_ * (cycles_ + std::size_t{1}), 0),
      sends_(have_.size()),
      on_channel_(cycles_ + std::size_t{1},
                  std::vector<std::vector<int>>(task.topology.channels().size())) {
  for (MessageId m = 0; m < task.collective.message_numbers() && going_on(go_on); ++m) {
    if (symmetry.is_first(m)) add_message(m);
  }
  for (Cycle t = 1; t <= cycles_ && going_on(go_on); ++t) {
    task.topology.timed() ? limit_times(t) : limit_cycle(t);
  }
}

bool Encoding::going_on(const GoOn& go_on) {
  const std::size_t literals = formula_.literals().size();
  if (!complete_ || literals - looked_at_ < kLiteralsPerLook) return complete_;
  looked_at_ = literals;
  return complete_ = go_on();
}

void Encoding::add_message(MessageId message) {
  const Topology& topology = task_.topology;
  const std::vector<NodeId> ends = wanting(task_, message);
  if (ends.empty()) return;
  const NodeId origin = task_.collective.origin(message);
  const std::vector<std::uint32_t> from = bounds::delays_from(topology, origin);
  const std::vector<std::uint32_t> need = bounds::delays_to(topology, ends);
  for (NodeId v = 0; v < nodes_; ++v) {
    if (from[v] == kNone || need[v] == kNone || need[v] > cycles_) continue;
    for (Cycle t = from[v]; t <= cycles_ - need[v]; ++t) {
      have_[place(message, v, t)] = formula_.variable();
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
        const std::uint32_t delay = topology.channels()[c].time.delay();
        const bool may = sender == origin || topology.forwards(sender);
        const int there = t >= delay ? have_[place(message, sender, t - delay)] : 0;
        if (there == 0 || !may || v == origin) continue;
        const int send = formula_.variable();
        formula_.clause({-send, there});
        support.push_back(send);
        sends_[place(message, v, t)].push_back({c, send});
        on_channel_[t + 1 - delay][symmetry_.first_channel(c)].push_back(send);
      }
      formula_.clause(support);
    }
  }
  for (const NodeId end : ends) {
    // 0: the message cannot reach `end` within cycles_, and the empty clause refutes the formula.
    const int there = have_[place(message, end, cycles_)];
    there != 0 ? formula_.clause({there}) : formula_.clause({});
  }
}

void Encoding::limit_cycle(Cycle cycle) {
  const Topology& topology = task_.topology;
  const auto& sends = on_channel_[cycle];
  for (ChannelId c = 0; c < sends.size(); ++c) {
    formula_.at_most(std::size_t{topology.channels()[c].capacity} * steps_[cycle - 1], sends[c]);
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

// A hop holds a link of its channel and a send port from the hop's first cycle on, for as many
// cycles as the channel needs per message. For the same number of cycles, but later by the
// channel's latency, the hop holds a receive port.
void Encoding::limit_times(Cycle cycle) {
  const Topology& topology = task_.topology;
  const auto held = [&](ChannelId c, std::uint32_t lag, std::vector<int>& all) {
    const std::uint32_t cycles = topology.channels()[c].time.cycles;
    for (Cycle begin = 1; begin + lag <= cycle; ++begin) {
      if (begin + lag + cycles <= cycle) continue;
      all.insert(all.end(), on_channel_[begin][c].begin(), on_channel_[begin][c].end());
    }
  };
  const PortLimit limit = topology.port_limit(task_.ports);
  for (ChannelId c = 0; c < topology.channels().size(); ++c) {
    std::vector<int> all;
    held(c, 0, all);
    formula_.at_most(topology.channels()[c].capacity, all);
  }
  for (NodeId v = 0; v < nodes_; ++v) {
    std::vector<int> sent, received;
    for (const ChannelId c : topology.outputs(v)) held(c, 0, sent);
    for (const ChannelId c : topology.inputs(v)) {
      held(c, topology.channels()[c].time.latency, received);
    }
    if (limit.sends != kNone) formula_.at_most(limit.sends, sent);
    if (limit.receives != kNone) formula_.at_most(limit.receives, received);
  }
}

// The hops of the first message of each orbit; their links are numbers of channels. Follows each
// such message backwards from its destinations: from a node along the first hop that brought the
// message to that node.
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
        const Channel& channel = topology.channels()[sent->channel];
        hops.push_back(
            {.cycle = t + 1 - channel.time.delay(), .link = sent->channel, .message = m});
        v = channel.from;
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
  std::ranges::sort(hops, {}, [](const Hop& h) { return std::tuple(h.cycle, h.link, h.message); });
  if (topology.timed()) return on_free_lanes(topology, std::move(hops));
  std::vector<Cycle> first(steps_.size() + 1, 1);  // first cycle of each step
  for (std::size_t s = 0; s < steps_.size(); ++s) first[s + 1] = first[s] + steps_[s];
  // The hops of a channel in one step fill the channel's lanes in the first cycle of the step, then
  // the lanes in the next cycle of the step.
  Hop before;
  std::uint32_t number = 0;
  for (Hop& hop : hops) {
    const bool same = before.cycle == hop.cycle && before.link == hop.link;
    number = same ? number + 1 : 0;
    before = hop;
    const Channel& channel = topology.channels()[hop.link];
    const std::uint32_t lane =
        task_.ports.half ? topology.shared_lane(hop.link, number) : number % channel.capacity;
    hop.cycle = first[hop.cycle - 1] + (task_.ports.half ? 0 : number / channel.capacity);
    hop.link = channel.first_link + lane;
  }
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  return hops;
}

}  // namespace romcast::any
