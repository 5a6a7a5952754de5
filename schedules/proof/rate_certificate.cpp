// SPDX-License-Identifier: Apache-2.0
#include "schedules/proof/rate_certificate.hpp"

#include <limits>
#include <numeric>

#include "romcast/core/channel_rates.hpp"

namespace romcast {
namespace {

__extension__ using Wide = unsigned __int128;

std::optional<RateBound> in_lowest_terms(Wide cycles, Wide messages) {
  if (cycles == 0 || messages == 0) return std::nullopt;
  Wide a = cycles, b = messages;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  constexpr Wide most = std::numeric_limits<std::uint64_t>::max();
  if (cycles / a > most || messages / a > most) return std::nullopt;
  return RateBound{static_cast<std::uint64_t>(cycles / a),
                   static_cast<std::uint64_t>(messages / a)};
}

// Distances from `origin` (Bellman & Ford) by paths through forwarding nodes; 2^64 - 1: no path.
std::vector<std::uint64_t> shortest_from(const Topology& topology,
                                         const std::vector<std::uint64_t>& lengths, NodeId origin) {
  constexpr std::uint64_t far = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> distance(topology.nodes(), far);
  distance[origin] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t c = 0; c < lengths.size(); ++c) {
      const Channel& channel = topology.channels()[c];
      const std::uint64_t before = distance[channel.from];
      if (before == far || (channel.from != origin && !topology.forwards(channel.from))) continue;
      if (before + lengths[c] >= distance[channel.to]) continue;
      distance[channel.to] = before + lengths[c];
      changed = true;
    }
  }
  return distance;
}

// The sum of the lengths of the messages' shortest paths. All messages of a pair count as one,
// except in an exchange. Nothing if the collective is a multicast, if the lengths are not as many
// as the channels, if a length exceeds 2^40, or if a path is missing.
std::optional<Wide> all_paths(const Topology& topology, const Collective& collective,
                              const std::vector<std::uint64_t>& lengths) {
  if (lengths.size() != topology.channels().size() || collective.multicast()) return std::nullopt;
  constexpr std::uint64_t longest = std::uint64_t{1} << 40;
  for (const std::uint64_t length : lengths) {
    if (length > longest) return std::nullopt;
  }
  Wide needed = 0;
  std::vector<std::vector<NodeId>> ends(topology.processors());
  const bool exchange = collective.kind() == CollectiveKind::exchange;
  const std::uint32_t each = exchange ? 1 : collective.messages();
  for (MessageId m = 0; m < collective.message_numbers(); m += each) {
    const NodeId origin = collective.origin(m), end = collective.destination(m);
    if (origin != end) ends[origin].push_back(end);
  }
  for (NodeId origin = 0; origin < topology.processors(); ++origin) {
    if (ends[origin].empty()) continue;
    const std::vector<std::uint64_t> distance = shortest_from(topology, lengths, origin);
    for (const NodeId end : ends[origin]) {
      if (distance[end] == std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
      needed += distance[end];
    }
  }
  return needed;
}

// If `along`, the hops to each node from the nearest processor of the set `some`; else the hops
// from each node to the nearest processor of the set. 2^40 for a node without such a path.
std::vector<std::uint64_t> hops_between(const Topology& topology, const std::vector<bool>& some,
                                        bool along) {
  constexpr std::uint64_t far = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> hops(topology.nodes(), far);
  for (NodeId p = 0; p < topology.processors(); ++p) {
    if (some[p]) hops[p] = 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Channel& channel : topology.channels()) {
      const NodeId from = along ? channel.from : channel.to, to = along ? channel.to : channel.from;
      // An endpoint can begin or end a path, but no path passes through it.
      if ((hops[from] > 0 && !topology.forwards(from)) || hops[from] + 1 >= hops[to]) continue;
      hops[to] = hops[from] + 1;
      changed = true;
    }
  }
  return hops;
}

// Counts for each channel the cycles at the beginning and at the end in which no useful message can
// cross it.
std::vector<std::uint64_t> unusable_cycles(const Topology& topology, const Collective& collective) {
  std::vector<bool> sends(topology.processors(), false), receives = sends;
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    const NodeId origin = collective.origin(m), end = collective.destination(m);
    if (origin == end) continue;
    sends[origin] = receives[end] = true;
  }
  const std::vector<std::uint64_t> before = hops_between(topology, sends, true);
  const std::vector<std::uint64_t> after = hops_between(topology, receives, false);
  std::vector<std::uint64_t> lost;
  for (const Channel& channel : topology.channels()) {
    lost.push_back(before[channel.from] + after[channel.to]);
  }
  return lost;
}

}  // namespace

std::optional<RateBound> cut_bound(const Topology& topology, const Collective& collective,
                                   const std::vector<bool>& receives,
                                   const std::vector<bool>& sends) {
  if (receives.size() != topology.nodes() || sends.size() != topology.nodes()) return std::nullopt;
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (topology.forwards(v) && receives[v] != sends[v]) return std::nullopt;
  }
  const bool broadcast = collective.kind() == CollectiveKind::broadcast;
  if (!broadcast && collective.kind() != CollectiveKind::allgather) return std::nullopt;
  std::uint64_t entering = 0;
  for (NodeId origin = 0; origin < topology.processors(); ++origin) {
    if (sends[origin] || (broadcast && origin != collective.source())) continue;
    bool wanted = false;
    for (NodeId p = 0; p < topology.processors(); ++p) {
      wanted = wanted || (receives[p] && p != origin);
    }
    entering += wanted ? 1 : 0;
  }
  const ChannelRates rates = channel_rates(topology);
  std::uint64_t carried = 0;
  for (std::size_t c = 0; c < rates.carried.size(); ++c) {
    const Channel& channel = topology.channels()[c];
    if (!sends[channel.from] && receives[channel.to]) {
      carried += static_cast<std::uint64_t>(rates.carried[c]);
    }
  }
  return in_lowest_terms(Wide{entering} * static_cast<std::uint64_t>(rates.period), carried);
}

RateBound allreduce_bound(const Topology& topology) {
  const ChannelRates rates = channel_rates(topology);
  Wide carried = 0;
  for (const std::int64_t each : rates.carried) carried += static_cast<std::uint64_t>(each);
  const Wide hops = Wide{2} * (topology.processors() - 1);
  return in_lowest_terms(hops * static_cast<std::uint64_t>(rates.period), carried)
      .value_or(RateBound{});
}

std::optional<RateBound> length_bound(const Topology& topology, const Collective& collective,
                                      const std::vector<std::uint64_t>& lengths) {
  const ChannelRates rates = channel_rates(topology);
  const auto needed = all_paths(topology, collective, lengths);
  if (!needed) return std::nullopt;
  Wide all = 0;
  for (std::size_t c = 0; c < lengths.size(); ++c) {
    all += Wide{lengths[c]} * static_cast<std::uint64_t>(rates.carried[c]);
  }
  return in_lowest_terms(*needed * static_cast<std::uint64_t>(rates.period), all);
}

std::optional<std::uint64_t> length_cycles(const Topology& topology, const Collective& collective,
                                           const std::vector<std::uint64_t>& lengths) {
  const auto bound = length_bound(topology, collective, lengths);
  if (!bound) return std::nullopt;
  const std::uint64_t each =
      collective.kind() == CollectiveKind::exchange ? 1 : std::uint64_t{collective.messages()};
  const ChannelRates rates = channel_rates(topology);
  const auto period = static_cast<std::uint64_t>(rates.period);
  const Wide needed = *all_paths(topology, collective, lengths) * each * period;
  const std::vector<std::uint64_t> lost = unusable_cycles(topology, collective);
  const auto enough = [&](std::uint64_t cycles) {
    Wide there = 0;
    for (std::size_t c = 0; c < lengths.size(); ++c) {
      if (cycles <= lost[c]) continue;
      there += Wide{lengths[c]} * static_cast<std::uint64_t>(rates.carried[c]) * (cycles - lost[c]);
    }
    return there >= needed;
  };
  std::uint64_t cycles = static_cast<std::uint64_t>(
      (Wide{each} * bound->cycles + bound->messages - 1) / bound->messages);
  while (!enough(cycles)) ++cycles;
  return cycles;
}

}  // namespace romcast
