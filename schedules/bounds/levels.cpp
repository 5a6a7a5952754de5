// SPDX-License-Identifier: Apache-2.0
// Single-port broadcast: let a(T, k) be the most nodes that learn a message in cycle T by a chain
// of k calls. Then a(T, k) = a(T-1, k-1) + a(T-2, k-1) + .., with as many terms as a node has
// neighbours besides its caller. The nodes that know the message after T cycles by k or more calls
// must be at least as many as the processors that are k or more hops away. This includes the bound
// ceil(log2 n) and, for bounded degrees, the bounds of Liestman & Peters 1988 and Bermond, Hell,
// Liestman & Peters 1992. The last of M messages leaves its source in cycle M at the earliest, so
// M messages take at least M - 1 cycles more than this bound for one message.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// The largest number of neighbours to which a node can pass a message on.
struct Fanout {
  std::uint64_t first = 0;  // for the source
  std::uint64_t later = 0;  // for other nodes
};

Fanout fanout_of(const View& view) {
  const Topology& topology = view.topology();
  Fanout fanout;
  for (NodeId v = 0; v < view.nodes(); ++v) {
    const std::uint64_t others = topology.outputs(v).size();
    fanout.first = std::max<std::uint64_t>(fanout.first, others);
    bool back = true;  // v can send to every node that sends to v
    for (const ChannelId c : topology.inputs(v)) {
      back = back && topology.find_channel(v, topology.channels()[c].from) != kNone;
    }
    fanout.later = std::max<std::uint64_t>(fanout.later, back && others > 1 ? others - 1 : others);
  }
  return fanout;
}

// The fewest cycles after which, for every k, need[k] nodes can know the message by k or more
// calls; need[k] is the number of processors that are k or more hops away.
std::uint64_t cycles_for(const std::vector<std::uint64_t>& need, Fanout fanout) {
  const std::size_t depth = need.size();
  // fresh[t][k]: the most nodes, except the source, that learn the message in cycle t by k calls.
  // Clipped at `enough`; doubles are exact far beyond the number of nodes.
  constexpr double enough = 1e15;
  std::vector<std::vector<double>> fresh{std::vector<double>(depth, 0)};
  std::vector<double> known(depth, 0);   // nodes with the message by k calls; last k: k or more
  std::vector<double> active(depth, 0);  // nodes of known[k] that still call; without the source
  known[0] = 1;
  for (std::uint64_t t = 1;; ++t) {
    double more = 0;
    bool all = true;
    for (std::size_t k = depth; k-- > 0;) {
      more += known[k];
      all = all && more >= static_cast<double>(need[k]);
    }
    if (all || t > std::uint64_t{2} * need[0]) return t - 1;
    std::vector<double> now(depth, 0);
    if (t <= fanout.first) now[std::min<std::size_t>(1, depth - 1)] += 1;
    for (std::size_t k = 0; k < depth; ++k) now[std::min(k + 1, depth - 1)] += active[k];
    for (std::size_t k = 0; k < depth; ++k) {
      now[k] = std::min(now[k], enough);
      known[k] = std::min(known[k] + now[k], enough);
      active[k] += now[k];
      if (t > fanout.later) active[k] -= fresh[t - fanout.later][k];
    }
    fresh.push_back(std::move(now));
  }
}

}  // namespace

Found levels(const View& view) {
  const PortLimit limit = view.topology().port_limit(view.ports());
  if (limit.sends != 1 || !view.collective().multicast() || view.exchange()) return std::nullopt;
  const Fanout fanout = fanout_of(view);
  std::uint64_t best = 0;
  NodeId best_source = 0;
  // Sources that have the same number of processors at each distance have the same bound, so one of
  // them suffices.
  std::vector<std::vector<std::uint64_t>> seen;
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    if (view.own(view.probes()[i]) == 0) continue;
    std::vector<std::uint64_t> need(1, 0);
    for (NodeId p = 0; p < view.processors(); ++p) {
      const Distance hops = view.from(i)[p];
      if (hops == kUnreachable) continue;
      if (hops >= need.size()) need.resize(hops + 1U, 0);
      ++need[hops];
    }
    for (std::size_t k = need.size(); k-- > 1;) need[k - 1] += need[k];
    if (std::ranges::find(seen, need) != seen.end() || seen.size() > 32) continue;
    seen.push_back(need);
    const std::uint64_t cycles = cycles_for(need, fanout) + view.messages() - 1;
    if (cycles <= best) continue;
    best = cycles;
    best_source = view.probes()[i];
  }
  if (best == 0) return std::nullopt;
  return Bound{best, "levels",
               fmt::format("who can know a message of {} after so many calls, level by level "
                           "(Bermond, Hell, Liestman & Peters 1992)",
                           view.topology().node_name(best_source))};
}

}  // namespace romcast::bounds
