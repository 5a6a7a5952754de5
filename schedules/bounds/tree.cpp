// SPDX-License-Identifier: Apache-2.0
// The fastest single-port broadcast of one message in a tree takes b(source) cycles. A leaf has
// b = 0; otherwise b(v) = max over i >= 1 of (i + b(i-th child of v)), children in descending order
// of b (Slater, Cockayne & Hedetniemi 1981). The last of M messages leaves the source in cycle M at
// the earliest, so M messages take at least b(source) + M - 1 cycles.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

bool is_tree(const View& view) {
  const Topology& topology = view.topology();
  return topology.channels().size() == 2 * (view.nodes() - 1) &&
         std::ranges::all_of(topology.channels(), [&](const Channel& c) {
           return topology.find_channel(c.to, c.from) != kNone;
         });
}

// Computes b(source) from the leaves up, in descending order of distance.
std::uint64_t broadcast_cycles(const View& view, const std::vector<Distance>& distances,
                               NodeId source) {
  std::vector<NodeId> order(view.nodes());
  for (NodeId v = 0; v < order.size(); ++v) order[v] = v;
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](NodeId v) { return distances[v]; });
  // For each node: cycles from its reception until all processors of its subtree have the message;
  // nothing if the subtree has no processor.
  std::vector<std::optional<std::uint64_t>> needs(view.nodes());
  for (const NodeId v : order) {
    std::vector<std::uint64_t> children;
    for (const ChannelId c : view.topology().outputs(v)) {
      const NodeId child = view.topology().channels()[c].to;
      if (distances[child] > distances[v] && needs[child]) children.push_back(*needs[child]);
    }
    std::ranges::sort(children, std::ranges::greater{});
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < children.size(); ++i) most = std::max(most, i + 1 + children[i]);
    if (!children.empty() || view.topology().is_processor(v)) needs[v] = most;
  }
  return needs[source].value_or(0);
}

}  // namespace

Found tree(const View& view) {
  const PortLimit limit = view.topology().port_limit(view.ports());
  if (limit.sends != 1 || !view.collective().multicast() || view.exchange() || !is_tree(view))
    return std::nullopt;
  std::uint64_t best = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(view.probes().size(), 256); ++i) {
    const NodeId probe = view.probes()[i];
    if (view.own(probe) == 0) continue;
    best = std::max(best, broadcast_cycles(view, view.from(i), probe) + view.messages() - 1);
  }
  if (best == 0) return std::nullopt;
  const bool one = view.collective().kind() == CollectiveKind::broadcast && view.messages() == 1;
  return Bound{best, "tree",
               "in a tree, who is to tell most others first (Slater, Cockayne & Hedetniemi 1981)",
               one};
}

}  // namespace romcast::bounds
