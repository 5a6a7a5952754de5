// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/queue_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace romcast {
namespace {

std::uint32_t places(std::uint32_t depth, std::uint32_t capacity) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{depth} * capacity, kNone));
}

std::string too_deep(const std::string& node, std::string_view queue, const QueueCounter& counter) {
  return fmt::format("switch {}: its {} needs {} slots, it has {}", node, queue, counter.most,
                     counter.places);
}

std::uint32_t per_link(std::uint32_t messages, const Channel& channel) {
  return messages / channel.capacity + (messages % channel.capacity != 0);
}

void raise(std::uint32_t& most, std::uint32_t value) { most = std::max(most, value); }

}  // namespace

QueueCounters::QueueCounters(const Topology& topology, std::optional<QueueLimit> limit)
    : topology_(topology),
      limit_(limit),
      first_(static_cast<NodeId>(topology.processors())),
      switches_(topology.switches()),
      downs_(topology.switches()),
      outputs_(topology.channels().size()) {
  if (!limit) return;
  const auto channels = topology.channels();
  if (limit->kind == QueueKind::per_input) inputs_.resize(channels.size());
  for (ChannelId c = 0; c < channels.size(); ++c) {
    const std::uint32_t all_links = places(limit->depth, channels[c].capacity);
    switch (limit->kind) {
      case QueueKind::per_output:
        outputs_[c].places = all_links;
        break;
      case QueueKind::per_input:
        inputs_[c].places = all_links;
        break;
      case QueueKind::up_down:
        outputs_[c].places = channels[c].up ? limit->depth : kNone;
        break;
      case QueueKind::store:  // counted by StoreCounters in direct networks
        break;
    }
  }
  if (limit->kind == QueueKind::up_down) {
    for (QueueCounter& down : downs_) down.places = limit->depth;
  }
}

bool QueueCounters::too_small() const {
  return std::ranges::any_of(std::array{&downs_, &outputs_, &inputs_}, [](const auto* queues) {
    return std::ranges::any_of(*queues, [](const auto& one) { return one.most > one.places; });
  });
}

std::vector<LevelQueues> QueueCounters::switches(Ports ports) const {
  std::vector<LevelQueues> result(switches_.size());
  for (NodeId node = first_; node < topology_.nodes(); ++node) {
    LevelQueues& one = result[node - first_];
    const QueueCounter& all = switches_[node - first_];
    one = {.level = topology_.level(node),
           .max_queue = all.most,
           .max_waiting = ports.single() ? all.most_waiting : 0,
           .max_down_store = downs_[node - first_].most};
    for (const ChannelId c : topology_.outputs(node)) {
      const Channel& channel = topology_.channels()[c];
      const QueueCounter& fifo = outputs_[c];
      raise(channel.up ? one.max_up_fifo : one.max_down_fifo, fifo.most);
      if (inputs_.empty()) raise(one.max_per_link, per_link(fifo.most, channel));
      if (!ports.single()) raise(one.max_waiting, fifo.most_waiting);
    }
    if (inputs_.empty()) continue;
    // A credit-based switch has one queue per port, however many links the port's channel has.
    for (const ChannelId c : topology_.inputs(node)) raise(one.max_per_link, inputs_[c].most);
  }
  return result;
}

std::string QueueCounters::queue_name(NodeId node, ChannelId channel) const {
  if (limit_->kind == QueueKind::up_down) return "up queue";
  const Channel& c = topology_.channels()[channel];
  return c.from == node ? fmt::format("queue to {}", topology_.node_name(c.to))
                        : fmt::format("queue from {}", topology_.node_name(c.from));
}

void QueueCounters::add_violation(NodeId node, std::span<const ChannelId> channels,
                                  const std::vector<QueueCounter>& counters,
                                  std::span<const Cycle> cycles,
                                  std::vector<Violation>& violations) const {
  ChannelId worst = kNone;
  std::uint32_t first = kNone;
  for (const ChannelId c : channels) {
    if (counters[c].over == kNone) continue;
    first = std::min(first, counters[c].over);
    if (worst == kNone || counters[c].most > counters[worst].most) worst = c;
  }
  if (worst == kNone) return;
  violations.push_back(
      {cycles[first], ViolationKind::queue_too_deep,
       too_deep(topology_.node_name(node), queue_name(node, worst), counters[worst])});
}

std::vector<Violation> QueueCounters::violations(std::span<const Cycle> cycles) const {
  std::vector<Violation> result;
  if (!limit_) return result;
  for (NodeId node = first_; node < topology_.nodes(); ++node) {
    if (limit_->kind == QueueKind::per_input) {
      add_violation(node, topology_.inputs(node), inputs_, cycles, result);
    } else {
      add_violation(node, topology_.outputs(node), outputs_, cycles, result);
    }
    const QueueCounter& down = downs_[node - first_];
    if (down.over != kNone) {
      result.push_back({cycles[down.over], ViolationKind::queue_too_deep,
                        too_deep(topology_.node_name(node), "down queue", down)});
    }
  }
  std::ranges::stable_sort(result, {}, &Violation::cycle);
  return result;
}

}  // namespace romcast
