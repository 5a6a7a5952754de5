// SPDX-License-Identifier: Apache-2.0
// Reduce on any network whose nodes combine: a broadcast on the network with all links turned
// round, backwards in time. What a node passed on to many it now combines of many; it is sent on
// once, as it was received once, when all has come. So bounds of the broadcast are bounds of the
// reduce, and optima are optima.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "schedules/any/reversed.hpp"

namespace romcast::any {
namespace {

// The broadcast that the reduce is, turned round. The network of `problem` must outlive it.
Problem turned(const Problem& problem) {
  const Collective& reduce = problem.collective;
  return {std::make_shared<const Reversed>(*problem.topology),
          Collective(CollectiveKind::broadcast, reduce.processors(), reduce.source(),
                     reduce.messages()),
          problem.ports, problem.options, problem.timing};
}

// Every node gets a message once, and switches only what they pass on.
Hops without_waste(const Topology& topology, NodeId source, const Hops& hops) {
  const auto key = [&](NodeId v, MessageId m) { return std::uint64_t{m} << 32 | v; };
  std::unordered_set<std::uint64_t> has, sends;
  Hops firsts, kept;
  for (const Hop& hop : hops) {
    const NodeId to = topology.channel_at(hop.link).to;
    if (to != source && has.insert(key(to, hop.message)).second) firsts.push_back(hop);
  }
  std::ranges::reverse(firsts);  // the last ones first
  for (const Hop& hop : firsts) {
    const Channel& channel = topology.channel_at(hop.link);
    if (!topology.is_processor(channel.to) && !sends.contains(key(channel.to, hop.message))) {
      continue;
    }
    sends.insert(key(channel.from, hop.message));
    kept.push_back(hop);
  }
  std::ranges::reverse(kept);
  return kept;
}

Plan turned_round(const Problem& problem, const Problem& broadcast, Plan plan) {
  Hops all;
  const auto pass = plan.open();
  for (Hops step; pass->next(step);) all.insert(all.end(), step.begin(), step.end());
  Hops hops = without_waste(*broadcast.topology, problem.collective.source(), all);
  turn_round(hops);
  plan.open = stored_schedule(std::move(hops));
  return plan;
}

std::string reduce_refusal(const Problem& problem) {
  if (!problem.collective.by_nodes()) return "it is for networks whose nodes combine";
  return refusal(turned(problem));
}

Algorithm reversed(Algorithm broadcast, std::string summary) {
  Algorithm reduce = broadcast;
  reduce.collective = CollectiveKind::reduce;
  reduce.summary = std::move(summary);
  reduce.refusal = reduce_refusal;
  reduce.build = [build = broadcast.build](const Problem& problem) {
    const Problem other = turned(problem);
    return turned_round(problem, other, build(other));
  };
  reduce.predict = [predict = broadcast.predict](const Problem& problem) {
    Theory theory = predict(turned(problem));
    theory.lower_bound_source =
        fmt::format("of the broadcast turned round, {}", theory.lower_bound_source);
    return theory;
  };
  return reduce;
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

Algorithm portfolio_broadcast();
Algorithm matching_broadcast();
Algorithm exact_broadcast();

Algorithm portfolio_reduce() {
  return any::reversed(portfolio_broadcast(), "the best broadcast that the time allows, reversed");
}
Algorithm matching_reduce() {
  return any::reversed(matching_broadcast(), "a greedy broadcast, reversed");
}
Algorithm exact_reduce() {
  return any::reversed(exact_broadcast(), "fewest cycles, by SAT: a broadcast, reversed");
}

}  // namespace romcast
