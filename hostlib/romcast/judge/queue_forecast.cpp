// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/queue_forecast.hpp"

#include <algorithm>

namespace romcast {

QueueForecast::QueueForecast(const Topology& topology, const Collective& collective, Ports ports,
                             bool per_input, const std::vector<char>& queues)
    : topology_(topology),
      first_(static_cast<NodeId>(topology.processors())),
      multicast_(collective.multicast()),
      single_(ports.single()),
      per_input_(per_input),
      tree_(topology),
      right_(!tree_.empty() && topology.most_ports() <= kMostOutputs &&
             !(multicast_ && (per_input || collective.passes()))),
      ways_(topology.channels().size()),
      switches_(topology.switches() + 1),
      outputs_(ways_.size()),
      downs_(switches_.size()),
      inputs_(per_input ? ways_.size() + 1 : 0),
      pending_(multicast_ ? collective.message_numbers() : 0, add_ways(queues)) {}

// How many bits the outputs of all switches take; those of one are in one word.
std::uint64_t QueueForecast::add_ways(const std::vector<char>& queues) {
  if (!right_) return 0;
  const auto elsewhere = static_cast<std::uint32_t>(switches_.size() - 1);
  for (Way& way : ways_) way.from = way.to = elsewhere;
  std::uint64_t bits = 0;
  for (NodeId node = first_; node < topology_.nodes(); ++node) {
    if (queues[node] == 0) continue;
    const auto outputs = topology_.outputs(node);
    if (bits % 64 + outputs.size() > 64) bits += 64 - bits % 64;
    std::uint32_t all = 0, down = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      all |= 1U << i;
      if (!topology_.channels()[outputs[i]].up) down |= 1U << i;
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      Way& way = ways_[outputs[i]];
      way.from = node - first_;
      way.bit = 1U << i;
      way.down = (down & way.bit) != 0 ? 1 : 0;
      way.from_outputs = all;
      way.from_down = down;
      way.from_bits = static_cast<std::uint32_t>(bits);
    }
    for (const ChannelId in : topology_.inputs(node)) {
      Way& way = ways_[in];
      const ChannelId back = topology_.find_channel(node, topology_.channels()[in].from);
      const auto port = static_cast<unsigned>(std::ranges::find(outputs, back) - outputs.begin());
      way.to = node - first_;
      way.to_bits = static_cast<std::uint32_t>(bits);
      way.awaits = all & ~(1U << port);
    }
    bits += outputs.size();
  }
  return bits;
}

bool QueueForecast::note(QueueCounters& counters) const {
  const auto told = std::span(switches_).first(switches_.size() - 1);
  const auto empty = [](const Waiting& queue) { return queue.fill.count == 0; };
  if (!right_ || !std::ranges::all_of(told, empty)) return false;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Waiting& one = told[i];
    counters.note_switch(static_cast<NodeId>(first_ + i), one.fill.most, one.most_waiting,
                         downs_[i].most);
  }
  for (ChannelId c = 0; c < outputs_.size(); ++c) {
    if (ways_[c].from == told.size()) continue;
    counters.note_output(c, outputs_[c].fill.most, outputs_[c].most_waiting);
  }
  for (ChannelId c = 0; per_input_ && c < ways_.size(); ++c) {
    if (ways_[c].to != told.size()) counters.note_input(c, inputs_[c + 1].most);
  }
  return true;
}

}  // namespace romcast
