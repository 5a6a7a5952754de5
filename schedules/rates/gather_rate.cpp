// SPDX-License-Identifier: Apache-2.0
#include "schedules/rates/gather_rate.hpp"

#include <numeric>

#include "schedules/bounds/worst_cut.hpp"

namespace romcast::rates {

GatherRate gather_rate(const Topology& topology, Direction direction, std::uint64_t work) {
  const Collective allgather(CollectiveKind::allgather, topology.processors(), 0, 1);
  const bounds::SpreadGraph graph = bounds::spread_graph(topology, allgather, direction);
  // The number of flows that visit `work` edges, if every flow visits every edge 64 times. The
  // edges are the arcs and one edge per processor.
  const std::uint64_t flows = work / (64 * (graph.arcs.size() + topology.processors()));
  const auto cut = bounds::worst_cut(graph, flows);
  GatherRate rate;
  if (!cut) return rate;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    // An endpoint has two vertices in the graph; only the sending one has messages.
    const bool sends = topology.forwards(graph.node[v]) || graph.messages[v] > 0;
    if (sends && !cut->inside[v]) rate.set.push_back(graph.node[v]);
  }
  rate.senders = static_cast<std::uint64_t>(cut->demand);
  rate.links = static_cast<std::uint64_t>(cut->capacity);
  const std::uint64_t cycles = rate.senders * static_cast<std::uint64_t>(cut->period);
  const std::uint64_t common = std::gcd(cycles, rate.links);
  rate.cycles = cycles / common;
  rate.messages = rate.links / common;
  rate.exact = cut->exact;
  return rate;
}

}  // namespace romcast::rates
