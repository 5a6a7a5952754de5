// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/queue_forecast.hpp"

#include <algorithm>
#include <span>

namespace romcast {

bool QueueForecast::fits(const Topology& topology, const Collective& collective, bool per_input) {
  if (topology.direct() || TreeWays(topology).empty()) return false;
  if (!collective.multicast()) return true;
  for (auto node = static_cast<NodeId>(topology.processors()); node < topology.nodes(); ++node) {
    if (topology.outputs(node).size() > kMostOutputs) return false;
  }
  return !per_input && !collective.passes();
}

QueueForecast::QueueForecast(const Topology& topology, const Collective& collective, Ports ports,
                             bool per_input, const std::vector<char>& queues)
    : topology_(topology),
      first_(static_cast<NodeId>(topology.processors())),
      multicast_(collective.multicast()),
      single_(ports.single()),
      per_input_(per_input),
      tree_(topology),
      ways_(topology.channels().size()),
      bits_(multicast_ ? topology.switches() + 1 : 0),
      switches_(topology.switches() + 1),
      outputs_(ways_.size()),
      downs_(switches_.size()),
      inputs_(per_input ? ways_.size() + 1 : 0),
      pending_(multicast_ ? collective.message_numbers() : 0, number_outputs()) {
  add_ways(queues);
}

// Assigns a bit of a row of `pending_` to each output of each switch; the bits of one switch lie in
// one 64-bit word of the row. Returns the number of bits of a row.
std::uint64_t QueueForecast::number_outputs() {
  if (!multicast_) return 0;
  std::uint64_t bits = 0;
  for (NodeId node = first_; node < topology_.nodes(); ++node) {
    const auto outputs = topology_.outputs(node);
    if (bits % 64 + outputs.size() > 64) bits += 64 - bits % 64;
    Outputs& one = bits_[node - first_];
    one.begin = static_cast<std::uint32_t>(bits);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      one.all |= 1U << i;
      if (!topology_.channels()[outputs[i]].up) one.down |= 1U << i;
    }
    bits += outputs.size();
  }
  return bits;
}

void QueueForecast::add_ways(const std::vector<char>& queues) {
  const auto elsewhere = static_cast<std::uint32_t>(switches_.size() - 1);
  for (ChannelId c = 0; c < ways_.size(); ++c) {
    const Channel& channel = topology_.channels()[c];
    Way& way = ways_[c];
    way.from = queues[channel.from] != 0 ? channel.from - first_ : elsewhere;
    way.to = queues[channel.to] != 0 ? channel.to - first_ : elsewhere;
    way.down = channel.up ? 0 : 1;
    const auto port = [&](NodeId node, NodeId to) {
      const auto outputs = topology_.outputs(node);
      const auto found = std::ranges::find(outputs, topology_.find_channel(node, to));
      return static_cast<std::uint8_t>(found - outputs.begin());
    };
    if (!multicast_) continue;
    if (way.from != elsewhere) way.port = port(channel.from, channel.to);
    if (way.to != elsewhere) way.back = port(channel.to, channel.from);
  }
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
