// SPDX-License-Identifier: Apache-2.0
#include "apps/rtl_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

CombinedValue operand(const std::vector<CombinedValue>& operands, std::size_t index) {
  return index < operands.size() ? operands[index] : CombinedValue{};
}

std::vector<std::vector<CombinedValue>> operands_of(const Resolved& resolved, const Plan& plan) {
  const Problem& problem = resolved.problem;
  const auto& network = dynamic_cast<const Complete&>(*problem.topology);
  std::vector<std::vector<CombinedValue>> all(network.processors());
  if (problem.collective.kind() != CollectiveKind::summation) {
    for (NodeId p = 0; p < all.size(); ++p) all[p].push_back(CombinedValue::of(p));
    return all;
  }
  const auto order = operand_order(network, problem.collective, problem.timing, plan.open);
  for (NodeId p = 0; p < all.size(); ++p) {
    for (const std::uint32_t index : order[p]) all[p].push_back(CombinedValue::of(index));
  }
  return all;
}

}  // namespace

std::unique_ptr<RtlValues> RtlValues::of(const Resolved& resolved, const Plan& plan) {
  const Problem& problem = resolved.problem;
  if (!problem.collective.combines()) return nullptr;
  if (problem.collective.values() > 1 && problem.topology->crossbar()) {
    throw InputError(fmt::format(
        "--messages {}: the processors that are written combine one value each; use romcast run",
        problem.collective.messages()));
  }
  if (problem.topology->crossbar()) return std::make_unique<RtlLogpValues>(resolved, plan);
  if (problem.collective.kind() != CollectiveKind::reduce) {
    throw InputError(fmt::format(
        "--collective {}: the nodes that are written combine for one processor; use romcast run",
        name(problem.collective.kind())));
  }
  return std::make_unique<RtlNodeValues>(*problem.topology, problem.collective);
}

RtlNodeValues::RtlNodeValues(const Topology& topology, const Collective& collective)
    : topology_(topology),
      collective_(collective),
      codec_(collective),
      parts_(topology.nodes() * collective.messages()) {
  for (NodeId p = 0; p < topology.processors(); ++p) {
    for (MessageId m = 0; m < collective.messages(); ++m) {
      parts_[p * collective.messages() + m].push_back(codec_.own(m, p));
    }
  }
}

std::vector<std::uint64_t> RtlNodeValues::own(NodeId node) const {
  std::vector<std::uint64_t> words;
  for (MessageId m = 0; m < collective_.messages() && node < topology_.processors(); ++m) {
    words.push_back(codec_.pack(codec_.own(m, node)));
  }
  return words;
}

Partial RtlNodeValues::combined(NodeId node, MessageId value) const {
  std::vector<Partial> parts = parts_[node * collective_.messages() + value];
  std::ranges::stable_sort(parts, {}, &Partial::first);
  Partial all{.message = value, .first = parts.empty() ? 0 : parts.front().first};
  for (const Partial& part : parts) all.value = combine(all.value, part.value);
  return all;
}

// What comes in a cycle is sent in the next one at the earliest.
std::vector<std::uint64_t> RtlNodeValues::step(const std::vector<Hop>& hops) {
  std::vector<std::uint64_t> flits;
  for (const Hop& hop : hops) {
    const bool message = hop.kind() == HopKind::message;
    flits.push_back(
        message ? codec_.pack(combined(topology_.channel_at(hop.link).from, hop.message)) : 0);
  }
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (hops[i].kind() != HopKind::message) continue;
    const NodeId to = topology_.end_of(hops[i].link, hops[i].to);
    parts_[to * collective_.messages() + hops[i].message].push_back(codec_.unpack(flits[i]));
  }
  return flits;
}

CombinedValue RtlNodeValues::result(NodeId processor, MessageId value) {
  return combined(processor, value).value;
}

RtlLogpValues::RtlLogpValues(const Resolved& resolved, const Plan& plan)
    : in_time_(resolved.problem.collective.kind() == CollectiveKind::summation),
      reach_(resolved.problem.timing.latency + 2 * std::uint64_t{resolved.problem.timing.overhead} +
             (in_time_ ? 1 : 0)),
      codec_(resolved.problem.collective),
      operands_(operands_of(resolved, plan)) {
  for (const auto& own : operands_) sums_.push_back({.all = operand(own, 0), .others = {}});
}

std::vector<std::uint64_t> RtlLogpValues::own(NodeId processor) const {
  std::vector<std::uint64_t> words;
  const auto packed = [](const CombinedValue& value) {
    return std::uint64_t{value.count} | std::uint64_t{packed_numbers(value)} << 20;
  };
  for (const CombinedValue& value : operands_[processor]) words.push_back(packed(value));
  if (words.empty()) words.push_back(packed({}));
  return words;
}

void RtlLogpValues::take(Sums& sums, const CombinedValue& value, bool below) const {
  if (!in_time_ && value.count == sums_.size()) {  // what is combined of all takes its place
    sums.all = value;
    return;
  }
  sums.all = below ? combine(value, sums.all) : combine(sums.all, value);
  sums.others = below ? combine(value, sums.others) : combine(sums.others, value);
}

void RtlLogpValues::arrive(std::uint64_t time) {
  for (; arrived_ < coming_.size() && coming_[arrived_].time <= time; ++arrived_) {
    const Coming& coming = coming_[arrived_];
    take(sums_[coming.to], coming.value, !in_time_ && coming.from < coming.to);
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
    const Sums& sums = sums_[hop.link];
    const CombinedValue value = hop.message == 0 ? sums.all : sums.others;
    flits.push_back(codec_.pack(hop.message, hop.link, value));
    coming_.push_back({time + reach_, hop.link, hop.to, value});
  }
  for (const Hop& hop : hops) {
    if (!hop.computes()) continue;
    Sums& sums = sums_[hop.link];
    for (NodeId i = 0; i < hop.to; ++i) {
      take(sums, operand(operands_[hop.link], sums.added++), false);
    }
  }
  return flits;
}

CombinedValue RtlLogpValues::result(NodeId processor, MessageId) {
  arrive(std::numeric_limits<std::uint64_t>::max());
  return sums_[processor].all;
}

}  // namespace romcast
