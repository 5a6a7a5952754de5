// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/turned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace romcast::any {
namespace {

Problem other_problem(const Problem& problem, CollectiveKind kind, std::uint32_t messages,
                      std::shared_ptr<const Topology> topology) {
  const Collective& collective = problem.collective;
  return {
      std::move(topology), Collective(kind, collective.processors(), collective.source(), messages),
      problem.ports,       problem.options,
      problem.timing,      problem.share};
}

Plan turned_round(const Problem& other, Plan plan) {
  Hops hops = useful_hops(other, plan);
  turn_round(*other.topology, hops);
  plan.open = stored_schedule(std::move(hops));
  plan.hints = {};
  if (plan.rate) {
    plan.rate->certificate = "with all links turned round, " + plan.rate->certificate;
  }
  return plan;
}

}  // namespace

Problem spreading(const Problem& problem, CollectiveKind kind, std::uint32_t messages) {
  return other_problem(problem, kind, messages, problem.topology);
}

Problem turned(const Problem& problem, CollectiveKind kind, std::uint32_t messages) {
  return other_problem(problem, kind, messages,
                       std::make_shared<const Reversed>(*problem.topology));
}

// Keeps the first hop of each message to each node, except a hop to a switch that does not send the
// message on.
Hops useful_hops(const Problem& spreading, const Plan& plan) {
  const Topology& topology = *spreading.topology;
  const auto key = [&](NodeId v, MessageId m) { return std::uint64_t{m} << 32 | v; };
  std::unordered_set<std::uint64_t> has, sends;
  Hops firsts, kept;
  const auto pass = plan.open();
  for (Hops step; pass->next(step);) {
    for (const Hop& hop : step) {
      const NodeId to = topology.channel_at(hop.link).to;
      const bool fresh =
          to != spreading.collective.origin(hop.message) && has.insert(key(to, hop.message)).second;
      if (fresh) firsts.push_back(hop);
    }
  }
  std::ranges::reverse(firsts);  // a switch's sends before its receptions
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

Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary) {
  const CollectiveKind kind = spreading.collective;
  const auto other = [kind](const Problem& problem) {
    return turned(problem, kind, problem.collective.messages());
  };
  Algorithm algorithm = spreading;
  algorithm.collective = collective;
  algorithm.summary = std::move(summary);
  algorithm.default_control = Control::rom;
  algorithm.refusal = [other, refuse = spreading.refusal](const Problem& problem) -> std::string {
    if (!problem.collective.by_nodes()) return "it is for networks whose nodes combine";
    return refuse ? refuse(other(problem)) : "";
  };
  algorithm.build = [other, build = spreading.build](const Problem& problem) {
    const Problem turned_problem = other(problem);
    return turned_round(turned_problem, build(turned_problem));
  };
  algorithm.predict = [other, kind, predict = spreading.predict](const Problem& problem) {
    Theory theory = predict(other(problem));
    theory.lower_bound_source =
        fmt::format("of the {} turned round, {}", name(kind), theory.lower_bound_source);
    return theory;
  };
  return algorithm;
}

}  // namespace romcast::any
