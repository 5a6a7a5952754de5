// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/values.hpp"

#include <algorithm>
#include <limits>

#include "romcast/machines/machine.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {
namespace {

CombinedValue operand(const std::vector<CombinedValue>& operands, std::size_t index) {
  return index < operands.size() ? operands[index] : CombinedValue{};
}

std::vector<std::vector<CombinedValue>> operands_of(Run& run, Maps maps) {
  const Problem& problem = run.job().problem;
  const auto& network = dynamic_cast<const Complete&>(*problem.topology);
  const auto processors = static_cast<std::uint32_t>(network.processors());
  std::vector<std::vector<CombinedValue>> all(processors);
  if (problem.collective.traits().addition == 0) {
    for (NodeId p = 0; p < processors; ++p) {
      for (MessageId value = 0; value < problem.collective.values(); ++value) {
        all[p].push_back(CombinedValue::of(value * processors + p, maps));
      }
    }
    return all;
  }
  const auto order = operand_order(network, problem.collective, problem.timing, run.plan().open);
  for (NodeId p = 0; p < processors; ++p) {
    for (const std::uint32_t index : order[p]) all[p].push_back(CombinedValue::of(index, maps));
  }
  return all;
}

}  // namespace

std::unique_ptr<RtlValues> RtlValues::of(Run& run) {
  const Problem& problem = run.job().problem;
  if (!problem.collective.combines()) return nullptr;
  if (problem.topology->crossbar()) return std::make_unique<RtlLogpValues>(run);
  return std::make_unique<RtlNodeValues>(*problem.topology, problem.collective,
                                         maps_for(run.expected().verdict));
}

RtlNodeValues::RtlNodeValues(const Topology& topology, const Collective& collective, Maps maps)
    : topology_(topology),
      values_(collective.values()),
      relays_(collective.switches_relay()),
      codec_(collective, maps),
      parts_(topology.nodes() * values_) {
  for (NodeId p = 0; p < topology.processors(); ++p) {
    for (MessageId m = 0; m < values_; ++m) parts(p, m).push_back(codec_.own(m, p));
  }
}

std::vector<std::uint64_t> RtlNodeValues::own(NodeId node) const {
  std::vector<std::uint64_t> words;
  for (MessageId m = 0; m < values_ && node < topology_.processors(); ++m) {
    words.push_back(codec_.pack(codec_.own(m, node)));
  }
  return words;
}

Partial RtlNodeValues::combined(NodeId node, MessageId value) {
  std::vector<Partial> there = parts(node, value);
  std::ranges::stable_sort(there, {}, &Partial::first);
  Partial all{.message = value, .first = there.empty() ? 0 : there.front().first};
  for (const Partial& part : there) all.value = combine(all.value, part.value);
  return all;
}

// Adds `part`, which may combine some of the operands only, to the node's parts of the same value.
// If `part` combines all operands, or if the node is a switch and switches relay messages instead
// of combining them (Collective::switches_relay), `part` replaces these parts.
void RtlNodeValues::arrive(NodeId node, const Partial& part) {
  std::vector<Partial>& there = parts(node, part.message);
  const bool relays = relays_ && !topology_.is_processor(node);
  if (relays || part.value.count == topology_.processors()) there.clear();
  there.push_back(part);
}

// Parts that arrive in a cycle can be sent in the next cycle at the earliest.
std::vector<std::uint64_t> RtlNodeValues::step(const std::vector<Hop>& hops) {
  land(hops.front().cycle - 1);
  std::vector<std::uint64_t> flits;
  for (const Hop& hop : hops) {
    const bool message = hop.kind() == HopKind::message;
    flits.push_back(
        message ? codec_.pack(combined(topology_.channel_at(hop.link).from, hop.message)) : 0);
  }
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (hops[i].kind() != HopKind::message) continue;
    in_flight_.put(arrival_of(topology_, hops[i]),
                   {topology_.channel_at(hops[i].link).to, flits[i]});
  }
  land(hops.front().cycle);
  return flits;
}

void RtlNodeValues::land(Cycle last) {
  in_flight_.land(last, [this](Cycle, const auto& arrivals) {
    for (const auto& [node, flit] : arrivals) arrive(node, codec_.unpack(flit));
  });
}

CombinedValue RtlNodeValues::all(MessageId value) const { return codec_.all(value); }

CombinedValue RtlNodeValues::result(NodeId processor, MessageId value) {
  land(kNone);
  return combined(processor, value).value;
}

RtlLogpValues::RtlLogpValues(Run& run)
    : collective_(run.job().problem.collective),
      maps_(maps_for(run.expected().verdict)),
      in_time_(collective_.traits().addition > 0),
      reach_(run.job().problem.timing.latency +
             2 * std::uint64_t{run.job().problem.timing.overhead} + collective_.traits().addition),
      codec_(collective_),
      operands_(operands_of(run, maps_)),
      added_(operands_.size(), 1) {
  for (const auto& own : operands_) {
    for (MessageId value = 0; value < collective_.values(); ++value) {
      sums_.push_back({.all = operand(own, value), .others = {}});
    }
  }
}

std::vector<std::uint64_t> RtlLogpValues::own(NodeId processor) const {
  std::vector<std::uint64_t> words;
  const auto packed = [&](const CombinedValue& value) {
    return std::uint64_t{value.count} | std::uint64_t{packed_numbers(value)} << codec_.count_bits();
  };
  for (const CombinedValue& value : operands_[processor]) words.push_back(packed(value));
  if (words.empty()) words.push_back(packed({}));
  return words;
}

void RtlLogpValues::take(Sums& sums, const CombinedValue& value, bool below) const {
  if (!in_time_ && value.count == operands_.size()) {  // a complete result replaces the partial one
    sums = {.all = value, .others = {}};
    return;
  }
  sums.all = below ? combine(value, sums.all) : combine(sums.all, value);
  sums.others = below ? combine(value, sums.others) : combine(sums.others, value);
}

void RtlLogpValues::arrive(std::uint64_t time) {
  for (; arrived_ < coming_.size() && coming_[arrived_].time <= time; ++arrived_) {
    const Coming& coming = coming_[arrived_];
    take(sums(coming.to, coming.number), coming.value, !in_time_ && coming.from < coming.to);
  }
}

// A hop of cycle t+1 begins at time t.
std::vector<std::uint64_t> RtlLogpValues::step(const std::vector<Hop>& hops) {
  const std::uint64_t time = hops.front().cycle - std::uint64_t{1};
  arrive(time);
  std::vector<std::uint64_t> flits;
  for (const Hop& hop : hops) {
    if (hop.kind() != HopKind::message) {
      flits.push_back(0);
      continue;
    }
    const Sums& there = sums(hop.link, hop.message);
    const CombinedValue value = hop.message < collective_.values() ? there.all : there.others;
    flits.push_back(codec_.pack(hop.message, hop.link, value));
    coming_.push_back({time + reach_, hop.link, hop.to, hop.message, value});
  }
  for (const Hop& hop : hops) {
    if (!hop.computes()) continue;
    for (NodeId i = 0; i < hop.to; ++i) {
      take(sums(hop.link, 0), operand(operands_[hop.link], added_[hop.link]++), false);
    }
  }
  return flits;
}

CombinedValue RtlLogpValues::all(MessageId value) const {
  const auto each =
      static_cast<std::uint32_t>(in_time_ ? collective_.messages() : operands_.size());
  return combine_all(value * each, (value + 1) * each, maps_);
}

CombinedValue RtlLogpValues::result(NodeId processor, MessageId value) {
  arrive(std::numeric_limits<std::uint64_t>::max());
  return sums(processor, value).all;
}

}  // namespace romcast
