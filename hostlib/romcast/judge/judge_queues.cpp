// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/judge_queues.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/judge/judge_tables.hpp"
#include "romcast/judge/queue_counters.hpp"

namespace romcast {
namespace {

constexpr std::uint64_t kDescribedStranded = 100;

// Sends for which the backward sweep has not yet reached the message's arrival in the sending
// switch. The messages move: a switch sends a copy by one output.
class MovingPending {
 public:
  MovingPending(const Topology& topology, std::uint64_t messages)
      : topology_(topology), copies_(messages) {}

  void send(MessageId message, ChannelId channel, QueueCounters& counters) {
    const Channel& out = topology_.channels()[channel];
    copies_.put(message, out.from, channel);
    counters.enter_switch(out.from);
    if (!out.up) counters.enter_down(out.from);
    counters.enter_output(channel);
  }
  /// Returns false if no later send forwards the message from this node.
  bool arrive(MessageId message, NodeId at, QueueCounters& counters) {
    const ChannelId channel = copies_.take(message, at);
    if (channel == kNone) return false;
    counters.leave_switch(at);
    if (!topology_.channels()[channel].up) counters.leave_down(at);
    counters.leave_output(channel);
    return true;
  }
  [[nodiscard]] bool resident(MessageId message, NodeId node) const {
    return copies_.at(message, node);
  }
  void fetch(MessageId message, NodeId) const { copies_.fetch(message); }

 private:
  const Topology& topology_;
  Copies copies_;
};

// As MovingPending, but messages spread: a switch may send a message by any set of outputs. The row
// of a message has, per switch, one bit for "resident", one for "goes down" and one per output.
class SpreadingPending {
 public:
  SpreadingPending(const Topology& topology, std::uint64_t messages)
      : topology_(topology),
        slot_of_node_(topology.nodes(), 0),
        slot_of_channel_(topology.channels().size(), 0),
        rows_(messages, number_slots()) {}

  void send(MessageId message, ChannelId channel, QueueCounters& counters) {
    const Channel& out = topology_.channels()[channel];
    std::uint64_t* row = rows_.row(message);
    const std::uint64_t slot = slot_of_node_[out.from];
    if (BitRows::set(row, slot)) counters.enter_switch(out.from);
    if (!out.up && BitRows::set(row, slot + 1)) counters.enter_down(out.from);
    if (BitRows::set(row, slot_of_channel_[channel])) counters.enter_output(channel);
  }
  bool arrive(MessageId message, NodeId at, QueueCounters& counters) {
    std::uint64_t* row = rows_.row(message);
    const std::uint64_t slot = slot_of_node_[at];
    if (!BitRows::clear(row, slot)) return false;
    counters.leave_switch(at);
    if (BitRows::clear(row, slot + 1)) counters.leave_down(at);
    for (const ChannelId channel : topology_.outputs(at)) {
      if (BitRows::clear(row, slot_of_channel_[channel])) counters.leave_output(channel);
    }
    return true;
  }
  [[nodiscard]] bool resident(MessageId message, NodeId node) const {
    return rows_.test(message, slot_of_node_[node]);
  }
  void fetch(MessageId message, NodeId node) const { rows_.fetch(message, slot_of_node_[node]); }

 private:
  std::uint64_t number_slots() {
    std::uint64_t next = 0;
    for (auto node = static_cast<NodeId>(topology_.processors()); node < topology_.nodes();
         ++node) {
      slot_of_node_[node] = next;
      next += 2;
      for (const ChannelId channel : topology_.outputs(node)) slot_of_channel_[channel] = next++;
    }
    return next;
  }

  const Topology& topology_;
  std::vector<std::uint64_t> slot_of_node_, slot_of_channel_;
  BitRows rows_;
};

// Runs backwards over the log and, for each cycle, undoes first the arrivals, then the sends.
// Before the arrivals of a cycle are undone, the counters show the end of the cycle; before the
// sends are undone, the counters show the time between the sends and the arrivals. Calls
// `strand(cycle, switch, message)` for each arrival that no send forwards.
template <class Pending, class Strand>
void sweep(const Topology& topology, const std::vector<char>& queues, const PackedLog& hops,
           const PackedLog* inputs, std::span<const Cycle> cycles,
           std::span<const std::uint64_t> begins, Pending pending, QueueCounters& counters,
           Strand strand) {
  constexpr std::uint64_t ahead = 24;  // prefetch distance in hops
  const auto channels = topology.channels();
  std::uint64_t end = hops.size();
  for (std::size_t step = cycles.size(); step-- > 0; end = begins[step]) {
    const bool gap = step + 1 < cycles.size() && cycles[step + 1] - cycles[step] > 1;
    counters.at(static_cast<std::uint32_t>(step), gap);
    // If several copies of a message arrive in a switch in one cycle, the holders noted the channel
    // of the last one, so the last arrival is undone first.
    for (std::uint64_t i = end; i-- > begins[step];) {
      const auto [channel, message] = hops[i];
      if (i >= ahead) {
        const auto [soon, later] = hops[i - ahead];
        pending.fetch(later, channels[soon].to);
        pending.fetch(later, channels[soon].from);
      }
      const NodeId at = channels[channel].to;
      if (queues[at] == 0) continue;
      if (!pending.arrive(message, at, counters)) {
        strand(cycles[step], at, message);
      } else if (inputs != nullptr) {
        counters.leave_input(channel);
      }
    }
    for (std::uint64_t i = begins[step]; i < end; ++i) {
      const auto [channel, message] = hops[i];
      const NodeId from = channels[channel].from;
      if (queues[from] == 0) continue;
      if (inputs != nullptr && !pending.resident(message, from)) {
        counters.enter_input((*inputs)[i].channel);
      }
      pending.send(message, channel, counters);
    }
  }
}

}  // namespace

QueueJournal::QueueJournal(const Topology& topology, const Collective& collective, Ports ports,
                           std::optional<QueueLimit> limit, const std::vector<char>& here)
    : topology_(topology),
      collective_(collective),
      ports_(ports),
      limit_(limit),
      per_input_(limit && limit->kind == QueueKind::per_input),
      queues_([&] {
        std::vector<char> queues;
        for (NodeId node = 0; node < topology.nodes(); ++node) {
          const bool is_here = here.empty() || here[node] != 0;
          queues.push_back(!topology.is_processor(node) && is_here ? 1 : 0);
        }
        return queues;
      }()),
      hops_(topology.channels().size(), collective.message_numbers()),
      inputs_(topology.channels().size(), 1) {
  if (QueueForecast::fits(topology, collective, per_input_)) {
    forecast_.emplace(topology, collective, ports, per_input_, queues_);
  }
}

void QueueJournal::begin(Cycle cycle) {
  cycles_.push_back(cycle);
  begins_.push_back(hops_.size());
  if (forecast_) forecast_->begin(cycle);
}

QueueJournal::Figures QueueJournal::finish() {
  Figures figures;
  std::optional<QueueCounters> counters(std::in_place, topology_, limit_);
  // The sweep is needed if there is no forecast, or if the forecast failed (`note` returns false).
  // It is also needed if a queue is too small, because only the sweep finds the first cycle in
  // which the queue is too full.
  if (!forecast_ || !forecast_->note(*counters) || counters->too_small()) {
    forecast_.reset();
    counters.emplace(topology_, limit_);
    sweep_all(*counters, figures);
  }
  figures.switches = counters->switches(ports_);
  figures.violations = counters->violations(cycles_);
  return figures;
}

void QueueJournal::sweep_all(QueueCounters& counters, Figures& figures) const {
  const PackedLog* inputs = per_input_ ? &inputs_ : nullptr;
  const std::uint64_t messages = collective_.message_numbers();
  const auto strand = [&](Cycle cycle, NodeId at, MessageId message) {
    if (++figures.stranded_count > kDescribedStranded) return;
    figures.stranded.push_back(
        {cycle, ViolationKind::message_lost,
         fmt::format("message {} enters {} and never leaves it", collective_.message_name(message),
                     topology_.node_name(at))});
  };
  if (collective_.multicast()) {
    sweep(topology_, queues_, hops_, inputs, cycles_, begins_,
          SpreadingPending(topology_, messages), counters, strand);
  } else {
    sweep(topology_, queues_, hops_, inputs, cycles_, begins_, MovingPending(topology_, messages),
          counters, strand);
  }
}

}  // namespace romcast
