// SPDX-License-Identifier: Apache-2.0
// Half-duplex links: hops in both directions share the links of a branch and, with counted ports,
// the ports of a node. All hops that must be made over all that the branches, or half of all ports,
// carry in a cycle; and all messages that a node sends or receives over its own links or ports.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// The most messages that a node sends and receives in a cycle, together.
std::uint64_t rate_of(const View& view, NodeId v) {
  const Topology& topology = view.topology();
  std::uint64_t links = 0;
  for (const ChannelId c : topology.outputs(v)) links += topology.shared_links(c);
  for (const ChannelId c : topology.inputs(v)) {
    if (topology.opposite(c) == kNone) links += topology.channels()[c].capacity;
  }
  const PortLimit limit = topology.port_limit_of(v, view.ports());
  return limit.shared ? std::min<std::uint64_t>(links, limit.sends) : links;
}

std::uint64_t received_by(const View& view, NodeId v) {
  if (view.collective().multicast() || view.exchange()) return view.wanted_by(v);
  std::uint64_t messages = 0;
  for (NodeId origin = 0; origin < view.processors(); ++origin) messages += view.wanted(origin, v);
  return messages;
}

// Hops of all messages, or 0 where the distances are not known.
std::uint64_t hops_of(const View& view) {
  const Collective& collective = view.collective();
  if (collective.multicast() || view.exchange()) return collective.expected_deliveries();
  if (!view.complete()) return 0;
  std::uint64_t hops = 0;
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    for (NodeId p = 0; p < view.processors(); ++p) {
      hops += view.wanted(view.probes()[i], p) * view.from(i)[p];
    }
  }
  return hops;
}

}  // namespace

Found half_duplex(const View& view) {
  if (!view.ports().half) return std::nullopt;
  const Topology& topology = view.topology();
  std::uint64_t all = 0, busiest = 0, most = 0;
  NodeId node = 0;
  for (NodeId v = 0; v < view.nodes(); ++v) {
    const std::uint64_t rate = rate_of(view, v);
    all += rate;
    if (v >= view.processors() || rate == 0) continue;
    const std::uint64_t messages = received_by(view, v) + view.own(v);
    if (divided_up(messages, rate) <= busiest) continue;
    busiest = divided_up(messages, rate);
    most = messages;
    node = v;
  }
  const std::uint64_t hops = hops_of(view);
  const std::uint64_t total = all == 0 ? 0 : divided_up(2 * hops, all);
  if (total == 0 && busiest == 0) return std::nullopt;
  if (busiest >= total) {
    return Bound{busiest, "half-duplex",
                 fmt::format("{} sends and receives {} messages over shared links or ports",
                             topology.node_name(node), most)};
  }
  return Bound{total, "half-duplex",
               fmt::format("{} hops at least, each on a shared link and two ports", hops)};
}

}  // namespace romcast::bounds
