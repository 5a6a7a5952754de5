// SPDX-License-Identifier: Apache-2.0
// Allreduce on any network whose nodes combine: the shortest of up to three plans.
//   - A reduce to one processor, then a broadcast.
//   - A reduce-scatter, then an allgather: with M values and n processors, value v is combined at
//     processor floor(v / ceil(M/n)).
//   - If no link has times: all values are combined at one node, the centre of a tree. The centre
//     may be a switch (turning.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "schedules/any/forest_rate.hpp"
#include "schedules/any/reversed.hpp"
#include "schedules/any/timed.hpp"
#include "schedules/any/turned.hpp"
#include "schedules/any/turning.hpp"

namespace romcast {

Algorithm portfolio_broadcast();
Algorithm matching_broadcast();
Algorithm portfolio_allgather();
Algorithm matching_allgather();
Algorithm forest_broadcast();
Algorithm forest_allgather();

namespace any {
namespace {

// `there` combines the values, `back` spreads the results.
struct Halves {
  Hops there{}, back{};
  [[nodiscard]] Cycle cycles() const { return cycles_of(there) + cycles_of(back); }
};

std::uint32_t share(const Collective& collective) {
  const std::size_t n = collective.processors();
  return static_cast<std::uint32_t>((collective.messages() + n - 1) / n);
}

// The problem with a quarter of its time limit in the option `seconds`: up to four searches (two
// plans, each with a combining and a spreading half) share the limit.
Problem hurried(Problem problem) {
  if (problem.options.contains("seconds")) {
    problem.options["seconds"] = fmt::format("{}", seconds_of(problem) / 4);
  } else {
    problem.options["seconds"] = "2.5";
  }
  return problem;
}

// The useful_hops() of the plan that `spread` builds for `other`, without the hops of messages
// numbered `values` or higher: n shares of ceil(M/n) messages can exceed the number M of values.
Hops hops_below(const Problem& other, const Algorithm& spread, MessageId values) {
  Hops hops = useful_hops(other, spread.build(other));
  std::erase_if(hops, [values](const Hop& hop) { return hop.message >= values; });
  return hops;
}

Halves halves(const Problem& problem, const Algorithm& spread, std::uint32_t messages) {
  const MessageId values = problem.collective.messages();
  Halves result;
  result.there = hops_below(turned(problem, spread.collective, messages), spread, values);
  turn_round(*problem.topology, result.there);
  result.back = hops_below(spreading(problem, spread.collective, messages), spread, values);
  return result;
}

// The hops of a plan, and the plan's description.
struct Candidate {
  Hops hops{};
  std::string note{};
};

Candidate candidate(const Problem& problem, Halves halves, const char* note) {
  const Topology& topology = *problem.topology;
  if (!topology.timed()) {
    Hops hops = follow(task_of(problem), halves.there, halves.back);
    if (cycles_of(hops) < halves.cycles())
      return {std::move(hops), fmt::format("{}, overlapping", note)};
  }
  return {one_after_the_other(topology, std::move(halves.there), std::move(halves.back)), note};
}

Plan allreduce_plan(const Problem& given, const Algorithm& broadcast, const Algorithm& allgather) {
  const Problem problem = hurried(given);
  const Collective& collective = problem.collective;
  Candidate best = candidate(problem, halves(problem, broadcast, collective.messages()),
                             "a reduce, then a broadcast");
  const auto cycles = [&](const Candidate& one) {
    return last_arrival(*problem.topology, one.hops);
  };
  const auto offer = [&](Candidate other) {
    if (cycles(other) < cycles(best)) best = std::move(other);
  };
  const Problem shared = turned(problem, CollectiveKind::allgather, share(collective));
  if (!allgather.refusal || allgather.refusal(shared).empty()) {
    offer(candidate(problem, halves(problem, allgather, share(collective)),
                    "a reduce-scatter, then an allgather"));
  }
  if (problem.topology->timed()) {
    return {.open = stored_schedule(std::move(best.hops)), .note = std::move(best.note)};
  }
  if (Turned tree = turn_in_tree(task_of(problem)); !tree.hops.empty()) {
    offer({std::move(tree.hops), std::move(tree.note)});
  }
  return {.open = stored_schedule(std::move(best.hops)), .note = std::move(best.note)};
}

// The reversed network for the bounds. In it every node forwards, because an endpoint may send on
// the values that the endpoint has combined.
class Forwarding final : public Reversed {
 public:
  using Reversed::Reversed;
  [[nodiscard]] bool forwards(NodeId) const override { return true; }
};

// An allreduce includes a reduce to every processor, and a reduce takes at least as many cycles as
// the shortest broadcast from the same processor in the reversed network. Returns the best bound of
// such broadcasts from three processors: the source, the processor farthest from the source, and
// the processor farthest from the second.
Theory broadcast_theory(const Problem& problem) {
  const Topology& topology = *problem.topology;
  const Collective& collective = problem.collective;
  const auto forwarding = std::make_shared<const Forwarding>(topology);
  const auto theory_from = [&](NodeId source) {
    Problem other = problem;
    other.topology = forwarding;
    other.collective = Collective(CollectiveKind::broadcast, collective.processors(), source,
                                  collective.messages());
    return any::predict(other);
  };
  NodeId source = collective.source();
  Theory best = theory_from(source);
  for (int i = 0; i < 2; ++i) {
    source = farthest(topology, source).node;
    Theory theory = theory_from(source);
    if (theory.lower_bound > best.lower_bound) best = std::move(theory);
  }
  return best;
}

// A lower bound, in cycles, if processors have links only to switches; else 0. Every processor must
// receive a message of each value, and switches have nothing to send in the first cycle.
std::uint64_t cycles_to_hear(const Problem& problem) {
  const Topology& topology = *problem.topology;
  const std::uint64_t limit = topology.port_limit(problem.ports).sends;
  std::uint64_t each = 0;  // messages that processors can get in a cycle
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    std::uint64_t links = 0;
    for (const ChannelId c : topology.outputs(node)) {
      const Channel& channel = topology.channels()[c];
      if (topology.is_processor(channel.to)) links += channel.capacity;
    }
    if (links > 0 && topology.is_processor(node)) return 0;
    each += std::min(limit, links);
  }
  const std::uint64_t needed = topology.processors() * std::uint64_t{problem.collective.messages()};
  return 1 + (needed + each - 1) / each;
}

// The best of three lower bounds: broadcast_theory(), cycles_to_hear(), and the cycles for 2M(n-1)
// hops. An allreduce of M values on n processors has at least 2M(n-1) hops: each value needs n-1
// hops to be combined at any node, and n-1 to reach the other processors.
Theory allreduce_theory(const Problem& problem) {
  const Topology& topology = *problem.topology;
  const Collective& collective = problem.collective;
  Theory theory = broadcast_theory(problem);
  theory.lower_bound_attained = false;
  theory.lower_bound_source =
      fmt::format("of a broadcast turned round, {}", theory.lower_bound_source);
  std::uint64_t each = 0;  // most hops in a cycle
  const std::uint64_t limit = topology.port_limit(problem.ports).sends;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    std::uint64_t links = 0;
    for (const ChannelId c : topology.outputs(node)) links += topology.channels()[c].capacity;
    each += std::min(limit, links);
  }
  const std::uint64_t hops =
      2 * std::uint64_t{collective.messages()} * (collective.processors() - 1);
  const std::uint64_t cycles = (hops + each - 1) / each;
  const std::uint64_t hear = cycles_to_hear(problem);
  if (hear > std::max(cycles, theory.lower_bound.value_or(0))) {
    theory.lower_bound = hear;
    theory.lower_bound_source =
        "a message of each value to every processor, from switches that have heard one";
    return theory;
  }
  if (cycles <= theory.lower_bound.value_or(0)) return theory;
  theory.lower_bound = cycles;
  theory.lower_bound_source =
      fmt::format("2M(n-1) hops (Harary & Schwenk 1974), at most {} in a cycle", each);
  return theory;
}

Algorithm there_and_back(const Algorithm& broadcast, const Algorithm& allgather,
                         std::string summary) {
  Algorithm algorithm = broadcast;
  algorithm.collective = CollectiveKind::allreduce;
  algorithm.summary = std::move(summary);
  algorithm.default_control = Control::rom;
  algorithm.refusal = [broadcast](const Problem& problem) -> std::string {
    if (!problem.collective.by_nodes()) return "it is for networks whose nodes combine";
    return broadcast.refusal(
        turned(problem, CollectiveKind::broadcast, problem.collective.messages()));
  };
  algorithm.build = [broadcast, allgather](const Problem& problem) {
    return allreduce_plan(problem, broadcast, allgather);
  };
  algorithm.predict = allreduce_theory;
  return algorithm;
}

}  // namespace
}  // namespace any

Algorithm portfolio_allreduce() {
  return any::there_and_back(portfolio_broadcast(), portfolio_allgather(),
                             "the best reduce and broadcast, or reduce-scatter and allgather");
}
Algorithm matching_allreduce() {
  return any::there_and_back(matching_broadcast(), matching_allgather(),
                             "greedy: reduce and broadcast, or reduce-scatter and allgather");
}
Algorithm forest_allreduce() {
  Algorithm algorithm =
      any::there_and_back(forest_broadcast(), forest_allgather(),
                          "reduce-scatter and allgather at the rate of the worst cut");
  algorithm.build = [build = algorithm.build](const Problem& problem) {
    Plan plan = build(problem);
    plan.rate = any::allreduce_rate(any::task_of(problem), all_hops(plan.open));
    return plan;
  };
  return algorithm;
}

}  // namespace romcast
