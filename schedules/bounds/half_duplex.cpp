// SPDX-License-Identifier: Apache-2.0
// Half-duplex links: hops in both directions share the links of a channel and, with counted ports,
// the ports of a node.
//
// Bound of a node: all messages that it receives or sends, divided by its rate. Without the node
// the network may fall into parts. Messages between these parts must reach the node and leave it,
// and a message for several parts leaves the node once for each part.
//
// Bound of all hops: the hops of a cycle are a matching (in which a node may take part as often as
// its rate allows), so they are at most half of the maximum flow in the bipartite double cover.
// With one source, every other node must receive a message before it sends, so cycle t has at most
// R (1+R)^(t-1) hops, where R is the largest number of hops of a node in a cycle. With one sink the
// same holds in reversed time.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/max_flow.hpp"
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

// The connected parts that remain when one node is removed; only parts with processors.
struct Parts {
  std::vector<std::uint64_t> sizes{};       // processors of each part
  std::size_t of_source = ~std::size_t{0};  // index of the part with the source; ~0: no such part
};

Parts parts_without(const View& view, NodeId v, NodeId source) {
  const Topology& topology = view.topology();
  std::vector<bool> seen(view.nodes(), false);
  seen[v] = true;
  Parts parts;
  std::vector<NodeId> queue;
  for (NodeId start = 0; start < view.nodes(); ++start) {
    if (seen[start]) continue;
    queue.assign(1, start);
    seen[start] = true;
    std::uint64_t processors = 0;
    bool has_source = false;
    const auto visit = [&](NodeId next) {
      if (!seen[next]) queue.push_back(next);
      seen[next] = true;
    };
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const NodeId at = queue[i];
      if (topology.is_processor(at)) ++processors;
      has_source |= at == source;
      for (const ChannelId c : topology.outputs(at)) visit(topology.channels()[c].to);
      for (const ChannelId c : topology.inputs(at)) visit(topology.channels()[c].from);
    }
    if (has_source) parts.of_source = parts.sizes.size();
    if (processors > 0) parts.sizes.push_back(processors);
  }
  return parts;
}

// Takes all other processors as one part, which gives a weaker bound without a search.
Parts undivided(const View& view, NodeId v, NodeId source) {
  const std::uint64_t others = view.processors() - (v < view.processors() ? 1 : 0);
  return {{others}, v == source ? ~std::size_t{0} : 0};
}

// The least number of receptions and sends of node v, together, if each sender has one message for
// all receivers (broadcast, allgather) or one for each receiver (scatter, gather, alltoall); 0 for
// any other kind of collective.
std::uint64_t through(const View& view, NodeId v, const Parts& parts) {
  const bool own = view.topology().is_processor(v);
  std::uint64_t others = 0, behind = 0, squares = 0, parts_behind = 0;
  for (std::size_t i = 0; i < parts.sizes.size(); ++i) {
    others += parts.sizes[i];
    squares += parts.sizes[i] * parts.sizes[i];
    if (i == parts.of_source) continue;
    behind += parts.sizes[i];
    ++parts_behind;
  }
  const std::uint64_t all = view.processors();
  switch (view.collective().kind()) {
    case CollectiveKind::broadcast: {
      const bool source = own && v == view.collective().source();
      return parts_behind + (!source && (own || parts_behind > 0) ? 1 : 0);
    }
    case CollectiveKind::scatter:
    case CollectiveKind::gather:
      if (own && v == view.collective().source()) return others;
      return (own ? 1 : 0) + 2 * behind;
    case CollectiveKind::allgather: {
      const std::uint64_t received = own || parts.sizes.size() > 1 ? others : 0;
      return received + parts.sizes.size() * all - others;
    }
    case CollectiveKind::alltoall:
      return (own ? 2 * others : 0) + 2 * (others * others - squares);
    default:
      return 0;
  }
}

struct Busiest {
  std::uint64_t cycles = 0, messages = 0;
  NodeId node = 0;
};

Busiest busiest_node(const View& view) {
  const Collective& collective = view.collective();
  const NodeId source = collective.has_source() ? collective.source() : kNone;
  const std::uint64_t each = view.nodes() + 2 * view.topology().channels().size();
  const bool divides = view.nodes() * each < view.work() / 8;
  Busiest busiest;
  for (NodeId v = 0; v < view.nodes(); ++v) {
    const std::uint64_t rate = rate_of(view, v);
    if (rate == 0) continue;
    const std::uint64_t messages =
        view.exchange() ? (v < view.processors() ? view.wanted_by(v) + view.own(v) : 0)
                        : view.messages() * through(view, v,
                                                    divides ? parts_without(view, v, source)
                                                            : undivided(view, v, source));
    const std::uint64_t cycles = divided_up(messages, rate);
    if (cycles > busiest.cycles) busiest = {cycles, messages, v};
  }
  return busiest;
}

// A lower bound of the sum of the hops of all messages; 0 if the sum depends on distances and some
// distances are not known.
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

// An upper limit of the hops in a cycle.
std::uint64_t most_hops(const View& view, const std::vector<std::uint64_t>& rates) {
  const Topology& topology = view.topology();
  std::uint64_t all = 0;
  for (const std::uint64_t rate : rates) all += rate;
  if (view.nodes() * topology.channels().size() > view.work() / 8) return all / 2;
  const std::size_t n = view.nodes();
  MaxFlow flow(2 * n + 2);
  for (NodeId v = 0; v < n; ++v) {
    flow.connect(2 * n, v, static_cast<std::int64_t>(rates[v]));
    flow.connect(n + v, 2 * n + 1, static_cast<std::int64_t>(rates[v]));
  }
  for (ChannelId c = 0; c < topology.channels().size(); ++c) {
    const Channel& channel = topology.channels()[c];
    flow.connect(channel.from, n + channel.to, topology.shared_links(c));
    if (topology.opposite(c) == kNone) {
      flow.connect(channel.to, n + channel.from, topology.shared_links(c));
    }
  }
  return static_cast<std::uint64_t>(flow.solve(2 * n, 2 * n + 1)) / 2;
}

// A lower bound of the cycles that this number of hops takes.
std::uint64_t cycles_of_hops(const View& view, std::uint64_t hops) {
  std::vector<std::uint64_t> rates;
  for (NodeId v = 0; v < view.nodes(); ++v) rates.push_back(rate_of(view, v));
  const std::uint64_t most = most_hops(view, rates);
  if (most == 0 || hops == 0) return 0;
  std::uint64_t cycles = 0;
  if (view.collective().has_source()) {
    const std::uint64_t each = *std::ranges::max_element(rates);
    std::uint64_t holders = 1;
    for (; hops > 0 && each * holders < most; ++cycles) {
      const std::uint64_t made = std::min(hops, each * holders);
      hops -= made;
      holders += made;
    }
  }
  return cycles + divided_up(hops, most);
}

}  // namespace

Found half_duplex(const View& view) {
  if (!view.ports().half) return std::nullopt;
  const Busiest busiest = busiest_node(view);
  const std::uint64_t hops = hops_of(view);
  const std::uint64_t total = cycles_of_hops(view, hops);
  if (total == 0 && busiest.cycles == 0) return std::nullopt;
  if (busiest.cycles >= total) {
    return Bound{busiest.cycles, "half-duplex",
                 fmt::format("{} sends and receives {} messages over shared links or ports",
                             view.topology().node_name(busiest.node), busiest.messages)};
  }
  return Bound{total, "half-duplex",
               fmt::format("{} hops at least, each on a shared link and two ports", hops)};
}

}  // namespace romcast::bounds
