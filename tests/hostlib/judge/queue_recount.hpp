// SPDX-License-Identifier: Apache-2.0
// Queue figures of a schedule, recounted from the definition, hop by hop and cycle by cycle: slow,
// and different from the judge's method.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "romcast/core/fat_tree.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

// Counts the messages in a switch at the end of a cycle, straight from the definition. A send is
// served by the latest arrival of the message, at the sender, before the send. A message is in a
// switch at the end of cycle t if an arrival in t or earlier serves a send after t.
class Recount {
 public:
  Recount(const FatTree& tree, const std::vector<Hop>& hops) : tree_(tree), hops_(hops) {
    for (const Hop& send : hops) served_.push_back(latest_arrival(send));
  }

  struct Counts {
    std::map<ChannelId, std::set<MessageId>> outputs, waiting_outputs, inputs;
    std::set<MessageId> all, waiting, down;
  };
  [[nodiscard]] Counts at(NodeId node, Cycle t) const {
    Counts counts;
    for (std::size_t i = 0; i < hops_.size(); ++i) {
      const Hop& send = hops_[i];
      const ChannelId out = tree_.channel_of(send.link);
      if (tree_.channels()[out].from != node || send.cycle <= t) continue;
      const auto [arrival, by] = served_[i];
      if (arrival > t) continue;
      counts.all.insert(send.message);
      counts.outputs[out].insert(send.message);
      counts.inputs[by].insert(send.message);
      if (!tree_.channels()[out].up) counts.down.insert(send.message);
      if (arrival == t) continue;
      counts.waiting.insert(send.message);
      counts.waiting_outputs[out].insert(send.message);
    }
    return counts;
  }

 private:
  [[nodiscard]] std::pair<Cycle, ChannelId> latest_arrival(const Hop& send) const {
    const NodeId node = tree_.channels()[tree_.channel_of(send.link)].from;
    std::pair<Cycle, ChannelId> latest{0, kNone};
    for (const Hop& hop : hops_) {
      const ChannelId in = tree_.channel_of(hop.link);
      if (hop.message == send.message && tree_.channels()[in].to == node &&
          hop.cycle < send.cycle && hop.cycle >= latest.first) {
        latest = {hop.cycle, in};
      }
    }
    return latest;
  }
  const FatTree& tree_;
  const std::vector<Hop>& hops_;
  std::vector<std::pair<Cycle, ChannelId>> served_;  // by send: the arrival that serves it
};

inline std::uint32_t size(const std::set<MessageId>& set) {
  return static_cast<std::uint32_t>(set.size());
}
inline void raise(std::uint32_t& most, std::uint32_t value) { most = std::max(most, value); }

inline std::vector<LevelQueues> recounted(const FatTree& tree, const std::vector<Hop>& hops,
                                          Ports ports) {
  std::vector<LevelQueues> levels(tree.levels());
  const Recount recount(tree, hops);
  for (NodeId node = tree.node(1, 0); node < tree.nodes(); ++node) {
    LevelQueues& level = levels[tree.level(node) - 1];
    level.level = tree.level(node);
    for (Cycle t = 0; t <= 61; ++t) {
      const Recount::Counts counts = recount.at(node, t);
      raise(level.max_queue, size(counts.all));
      raise(level.max_down_store, size(counts.down));
      if (ports.single()) raise(level.max_waiting, size(counts.waiting));
      for (const auto& [channel, messages] : counts.outputs) {
        const Channel& c = tree.channels()[channel];
        raise(c.up ? level.max_up_fifo : level.max_down_fifo, size(messages));
        raise(level.max_per_link, (size(messages) + c.capacity - 1) / c.capacity);
      }
      if (ports.single()) continue;
      for (const auto& [channel, messages] : counts.waiting_outputs) {
        raise(level.max_waiting, size(messages));
      }
    }
  }
  return levels;
}

// Returns "CYCLE: TEXT" for each switch with queues that are too small: CYCLE is the first cycle in
// which one of these queues is too small, TEXT describes the queue with the largest need.
inline std::set<std::string> too_small(const FatTree& tree, const std::vector<Hop>& hops,
                                       QueueKind kind, std::uint32_t depth) {
  std::set<std::string> result;
  const Recount recount(tree, hops);
  const bool in = kind == QueueKind::per_input;
  for (NodeId node = tree.node(1, 0); node < tree.nodes(); ++node) {
    Cycle first = 0;
    std::map<ChannelId, std::uint32_t> most;
    for (Cycle t = 0; t <= 61; ++t) {
      const Recount::Counts counts = recount.at(node, t);
      for (const auto& [channel, messages] : in ? counts.inputs : counts.outputs) {
        if (size(messages) <= depth * tree.channels()[channel].capacity) continue;
        if (first == 0) first = t;
        raise(most[channel], size(messages));
      }
    }
    ChannelId worst = kNone;
    for (const ChannelId c : in ? tree.inputs(node) : tree.outputs(node)) {
      if (most.contains(c) && (worst == kNone || most[c] > most[worst])) worst = c;
    }
    if (worst == kNone) continue;
    const Channel& c = tree.channels()[worst];
    result.insert(fmt::format("{}: switch {}: its queue {} {} needs {} slots, it has {}", first,
                              tree.node_name(node), in ? "from" : "to",
                              tree.node_name(in ? c.from : c.to), most[worst], depth * c.capacity));
  }
  return result;
}

inline std::set<std::string> queues_too_deep(const Verdict& verdict) {
  std::set<std::string> found;
  for (const Violation& v : verdict.violations) {
    if (v.kind == ViolationKind::queue_too_deep)
      found.insert(fmt::format("{}: {}", v.cycle, v.text));
  }
  return found;
}

}  // namespace romcast::test
