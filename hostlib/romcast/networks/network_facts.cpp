// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/network_facts.hpp"

#include <algorithm>
#include <vector>

namespace romcast {
namespace {

constexpr double kMostSteps = 2e9;  // channels visited, over all searches

void measure_distances(const Topology& network, NetworkFacts& facts) {
  const std::size_t sources = network.group() != nullptr ? 1 : network.processors();
  if (double(sources) * double(network.channels().size()) > kMostSteps) return;
  unsigned longest = 0;
  double all = 0;
  for (NodeId v = 0; v < sources; ++v) {
    const std::vector<unsigned> hops = hops_from(network, v);
    for (NodeId to = 0; to < network.processors(); ++to) {
      if (hops[to] == kNone) continue;
      longest = std::max(longest, hops[to]);
      all += hops[to];
    }
  }
  facts.diameter = longest;
  facts.mean_distance = all / double(sources) / double(network.processors() - 1);
}

}  // namespace

std::vector<unsigned> hops_from(const Topology& network, NodeId from) {
  std::vector<unsigned> hops(network.nodes(), kNone);
  std::vector<NodeId> queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const NodeId at = queue[i];
    if (at != from && !network.forwards(at)) continue;
    for (const ChannelId c : network.outputs(at)) {
      const NodeId to = network.channels()[c].to;
      if (hops[to] != kNone) continue;
      hops[to] = hops[at] + 1;
      queue.push_back(to);
    }
  }
  return hops;
}

NetworkFacts network_facts(const Topology& network) {
  NetworkFacts facts{.processors = network.processors(),
                     .switches = network.nodes() - network.processors(),
                     .channels = network.channels().size(),
                     .links = network.links(),
                     .least_out = network.links(),
                     .least_in = network.links(),
                     .both_ways = true};
  const auto links_of = [&](std::span<const ChannelId> channels) {
    std::size_t links = 0;
    for (const ChannelId c : channels) links += network.channels()[c].capacity;
    return links;
  };
  for (NodeId v = 0; v < network.nodes(); ++v) {
    facts.endpoints += network.direct() && !network.forwards(v) ? 1 : 0;
    const std::size_t out = links_of(network.outputs(v)), in = links_of(network.inputs(v));
    facts.least_out = std::min(facts.least_out, out);
    facts.most_out = std::max(facts.most_out, out);
    facts.least_in = std::min(facts.least_in, in);
    facts.most_in = std::max(facts.most_in, in);
  }
  for (const Channel& channel : network.channels()) {
    const ChannelId back = network.find_channel(channel.to, channel.from);
    const bool alike = back != kNone && network.channels()[back].capacity == channel.capacity;
    facts.both_ways = facts.both_ways && alike;
  }
  measure_distances(network, facts);
  return facts;
}

}  // namespace romcast
