// SPDX-License-Identifier: Apache-2.0
// The least number of hops, divided by the hops that are possible in a cycle: the sum of the
// distances of all messages, divided by the number of links or ports (the "status" of a node in
// symmetric networks: Dimakopoulos & Dimopoulos 1996). A multicast message needs at least one hop
// per processor that wants it.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

std::uint64_t hops_of(const View& view) {
  std::uint64_t hops = 0;
  const auto n = static_cast<NodeId>(view.processors());
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    const NodeId probe = view.probes()[i];
    for (NodeId p = 0; p < n; ++p) hops += view.wanted(probe, p) * view.from(i)[p];
  }
  return hops;
}

// The least number of hops of all messages of the probes. A message to several processors needs at
// least one hop per processor, and at least as many hops as the furthest of them is away.
std::uint64_t group_hops(const View& view) {
  const Collective& collective = view.collective();
  std::uint64_t hops = 0;
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    for (const MessageId m : collective.own(view.probes()[i])) {
      std::uint64_t least = collective.group(m).size();
      for (const NodeId to : collective.group(m)) {
        least = std::max<std::uint64_t>(least, view.from(i)[to]);
      }
      hops += least;
    }
  }
  return hops;
}

}  // namespace

Found total_distance(const View& view) {
  const Collective& collective = view.collective();
  if (!view.complete()) return std::nullopt;
  const std::uint64_t hops = collective.passes()      ? group_hops(view)
                             : collective.multicast() ? collective.expected_deliveries()
                                                      : hops_of(view);
  std::uint64_t sends = 0, receives = 0;
  for (NodeId v = 0; v < view.nodes(); ++v) {
    sends += view.send_rate(v);
    receives += view.receive_rate(v);
  }
  const std::uint64_t rate = std::min(sends, receives);
  if (rate == 0 || hops == 0) return std::nullopt;
  const bool status = view.topology().port_limit(view.ports()).sends == 1;
  return Bound{divided_up(hops, rate),
               status && !collective.multicast() ? "status" : "total distance",
               fmt::format("{} hops at least, {} a cycle{}", hops, rate,
                           status ? " (Dimakopoulos & Dimopoulos 1996)" : "")};
}

}  // namespace romcast::bounds
