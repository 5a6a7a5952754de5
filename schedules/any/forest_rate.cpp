// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/forest_rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "romcast/core/channel_rates.hpp"
#include "schedules/proof/rate_certificate.hpp"

namespace romcast::any {
namespace {

constexpr std::uint64_t kMostFlowWork = 200'000'000'000;
constexpr std::size_t kMostNamed = 12;

// The inside of the cut in the form that cut_bound() checks, by node: whether the node is inside as
// a receiver, and whether it is inside as a sender.
struct Sides {
  std::vector<bool> receives, sends;
};
Sides sides_of(const Topology& topology, const bounds::SpreadGraph& graph,
               const bounds::WorstCut& cut) {
  Sides sides{std::vector<bool>(topology.nodes()), std::vector<bool>(topology.nodes())};
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    sides.receives[v] = cut.inside[v];
    sides.sends[v] = topology.forwards(v) && cut.inside[v];
  }
  // An endpoint without a sending vertex sends nothing, so it may count as a sender inside the cut.
  // The endpoints that have a sending vertex follow in the next loop.
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    sides.sends[v] = sides.sends[v] || !topology.forwards(v);
  }
  for (std::size_t v = topology.nodes(); v < graph.vertices(); ++v) {
    sides.sends[graph.node[v]] = cut.inside[v];
  }
  return sides;
}

std::vector<std::string> names_of(const Topology& topology, const Sides& sides) {
  std::vector<std::string> names;
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (sides.receives[v]) names.push_back(topology.node_name(v));
  }
  return names;
}

// The names of the nodes inside the cut as receivers, then of the nodes inside only as senders.
std::vector<std::string> witness_of(const Topology& topology, const Sides& sides) {
  std::vector<std::string> names = names_of(topology, sides);
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (sides.sends[v] && !sides.receives[v]) names.push_back(topology.node_name(v) + " sends");
  }
  return names;
}

// The names of the nodes inside the cut (as receivers); if more than kMostNamed nodes are inside,
// the names of all other nodes; if these are also too many, only the number of nodes inside.
std::string described(const Topology& topology, const Sides& sides) {
  const std::vector<std::string> names = names_of(topology, sides);
  if (names.size() <= kMostNamed) return fmt::format("{{{}}}", fmt::join(names, ", "));
  if (topology.nodes() - names.size() > kMostNamed) {
    return fmt::format("a set of {} nodes", names.size());
  }
  Sides others = sides;
  others.receives.flip();
  return fmt::format("all nodes but {{{}}}", fmt::join(names_of(topology, others), ", "));
}

void certify(const Task& task, const bounds::SpreadGraph& graph, const bounds::WorstCut& cut,
             Rate& rate) {
  const Sides sides = sides_of(task.topology, graph, cut);
  const auto checked = cut_bound(task.topology, task.collective, sides.receives, sides.sends);
  const auto messages = static_cast<std::uint64_t>(cut.capacity);
  const auto cycles = static_cast<std::uint64_t>(cut.demand * cut.period);
  if (!checked || checked->cycles * messages < cycles * checked->messages) {
    throw std::logic_error("the certificate of the rate does not check");
  }
  const std::uint64_t shared = std::gcd(messages, cycles);
  rate.bound = {messages / shared, cycles / shared};
  rate.witness = witness_of(task.topology, sides);
  rate.certificate =
      fmt::format("{} {} must enter {}, {} {}", cut.demand,
                  cut.demand == 1 ? "message of each M" : "messages, of one each,",
                  described(task.topology, sides), cut.capacity,
                  cut.period == 1 ? "a cycle" : fmt::format("in {} cycles", cut.period));
}

}  // namespace

TreeCount tree_count(const bounds::SpreadGraph& graph, const bounds::WorstCut& cut) {
  const std::int64_t shared = std::gcd(cut.demand, cut.capacity);
  std::int64_t common = cut.capacity / shared;
  for (const bounds::SpreadGraph::Arc& arc : graph.arcs) common = std::gcd(common, arc.capacity);
  const std::int64_t over = cut.demand / shared * cut.period, under = common;
  const std::int64_t reduced = std::gcd(over, under);
  return {over / reduced, under / reduced, cut.capacity / shared / common};
}

Rate::Ratio reached_rate(const Task& task, const Hops& hops) {
  const ChannelRates rates = channel_rates(task.topology);
  std::vector<std::uint64_t> load(rates.carried.size(), 0);
  for (const Hop& hop : hops) ++load[task.topology.channel_of(hop.link)];
  Rate::Ratio reached{task.collective.messages(), 0};
  for (std::size_t c = 0; c < load.size(); ++c) {
    const auto carried = static_cast<std::uint64_t>(rates.carried[c]);
    const std::uint64_t cycles =
        (load[c] * static_cast<std::uint64_t>(rates.period) + carried - 1) / carried;
    reached.cycles = std::max(reached.cycles, cycles);
  }
  return reached;
}

Rate allreduce_rate(const Task& task, const Hops& hops) {
  const RateBound bound = allreduce_bound(task.topology);
  return {.reached = reached_rate(task, hops),
          .bound = {bound.messages, bound.cycles},
          .certificate = fmt::format("{} hops of each value over {} links",
                                     2 * (task.topology.processors() - 1), task.topology.links())};
}

Grown forest(const Task& task, SwitchKind switches, const Ordering& ordering) {
  const bounds::SpreadGraph graph = bounds::spread_graph(task.topology, task.collective);
  const std::uint64_t flows = kMostFlowWork / (graph.arcs.size() * graph.vertices());
  const auto cut = bounds::worst_cut(graph, flows);
  Grown grown;
  if (!cut || !cut->exact) return grown;
  certify(task, graph, *cut, grown.rate);
  grown.cycles = cut->cycles(task.collective.messages());
  const TreeCount count = tree_count(graph, *cut);
  grown.note = fmt::format("; k = {}, U = {}", count.k,
                           count.u_under == 1 ? fmt::format("{}", count.u_over)
                                              : fmt::format("{}/{}", count.u_over, count.u_under));
  if (task.collective.expected_deliveries() > kMostBranches) return grown;
  Forest found = grow_forest(task, graph, *cut, switches, ordering);
  if (found.hops.empty()) return grown;
  grown.hops = std::move(found.hops);
  grown.rate.reached = reached_rate(task, grown.hops);
  grown.note = fmt::format("{} trees of at most {} hops, {} messages of each on them{}",
                           found.trees, found.height, task.collective.messages(), grown.note);
  return grown;
}

}  // namespace romcast::any
