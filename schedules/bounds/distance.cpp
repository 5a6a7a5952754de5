// SPDX-License-Identifier: Apache-2.0
// A message needs at least one cycle per hop: if v wants a message of s, a schedule takes at least
// d cycles, where d is the distance from s to v.
//
// M messages from s to v leave s, and reach v, at most at a rate of c per cycle, so the last one
// leaves in cycle ceil(M / c) or later, and d - 1 hops follow (Bar-Noy & Kipnis 1994 for c = 1).
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// Calls `use(origin, destination, hops)` for all pairs of a probe (a processor whose distances the
// view knows) and another processor, if the destination wants a message of the origin. The probe is
// the destination in a gather, the origin in other collectives. Throws InputError if such a pair
// has no path.
template <class Use>
void for_pairs(const View& view, Use use) {
  const auto n = static_cast<NodeId>(view.processors());
  const bool gathers = view.collective().kind() == CollectiveKind::gather;
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    const NodeId probe = view.probes()[i];
    for (NodeId other = 0; other < n; ++other) {
      const NodeId from = gathers ? other : probe, to = gathers ? probe : other;
      if (view.wanted(from, to) == 0) continue;
      const Distance hops = gathers ? view.to(i)[other] : view.from(i)[other];
      if (hops == kUnreachable) refuse_path(view, from, to);
      use(from, to, hops);
    }
  }
}

}  // namespace

void refuse_path(const View& view, NodeId from, NodeId to) {
  throw InputError({"network", view.topology().network()},
                   fmt::format("there is no path from {} to {}", view.topology().node_name(from),
                               view.topology().node_name(to)));
}

Found distance(const View& view) {
  NodeId worst_from = 0, worst_to = 0;
  Distance worst = 0;
  for_pairs(view, [&](NodeId from, NodeId to, Distance hops) {
    if (hops <= worst) return;
    worst = hops;
    worst_from = from;
    worst_to = to;
  });
  if (worst == 0) return std::nullopt;
  return Bound{worst, "distance",
               fmt::format("{} hops from {} to {}", worst, view.topology().node_name(worst_from),
                           view.topology().node_name(worst_to))};
}

Found rate(const View& view) {
  std::uint64_t best = 0;
  NodeId best_from = 0, best_to = 0;
  for_pairs(view, [&](NodeId from, NodeId to, Distance hops) {
    const std::uint64_t rate = std::min(view.send_rate(from), view.receive_rate(to));
    const std::uint64_t cycles = divided_up(view.wanted(from, to), rate) + hops - 1;
    if (cycles <= best) return;
    best = cycles;
    best_from = from;
    best_to = to;
  });
  if (best == 0) return std::nullopt;
  return Bound{
      best, "rate",
      fmt::format("messages from {} to {} one behind the other as fast as ports allow, "
                  "then the hops of the last (Bar-Noy & Kipnis 1994)",
                  view.topology().node_name(best_from), view.topology().node_name(best_to))};
}

}  // namespace romcast::bounds
