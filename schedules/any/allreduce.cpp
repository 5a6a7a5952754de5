// SPDX-License-Identifier: Apache-2.0
// Allreduce on any network whose nodes combine: what is spread is first combined by the same way
// backwards, so values go to a processor and come back. Either all to one (a reduce and a
// broadcast) or value v to processor v / ceil(M/n) (a reduce-scatter and an allgather), whichever
// takes fewer cycles.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/any/turned.hpp"

namespace romcast {

Algorithm portfolio_broadcast();
Algorithm matching_broadcast();
Algorithm portfolio_allgather();
Algorithm matching_allgather();

namespace any {
namespace {

// Half there, half back.
struct Halves {
  Hops there{}, back{};
  [[nodiscard]] Cycle cycles() const { return cycles_of(there) + cycles_of(back); }
};

std::uint32_t share(const Collective& collective) {
  const std::size_t n = collective.processors();
  return static_cast<std::uint32_t>((collective.messages() + n - 1) / n);
}

// Four searches share the time.
Problem hurried(Problem problem) {
  if (problem.options.contains("seconds")) {
    problem.options["seconds"] = fmt::format("{}", seconds_of(problem) / 4);
  } else {
    problem.options["seconds"] = "2.5";
  }
  return problem;
}

// Of a share of the last processors there may be no value.
Hops hops_below(const Problem& other, const Algorithm& spread, MessageId values) {
  Hops hops = useful_hops(other, spread.build(other));
  std::erase_if(hops, [values](const Hop& hop) { return hop.message >= values; });
  return hops;
}

Halves halves(const Problem& problem, const Algorithm& spread, std::uint32_t messages) {
  const MessageId values = problem.collective.messages();
  Halves result;
  result.there = hops_below(turned(problem, spread.collective, messages), spread, values);
  turn_round(result.there);
  result.back = hops_below(spreading(problem, spread.collective, messages), spread, values);
  return result;
}

Plan allreduce_plan(const Problem& given, const Algorithm& broadcast, const Algorithm& allgather) {
  const Problem problem = hurried(given);
  const Collective& collective = problem.collective;
  Halves best = halves(problem, broadcast, collective.messages());
  std::string note = "a reduce, then a broadcast";
  const Problem shared = turned(problem, CollectiveKind::allgather, share(collective));
  if (!allgather.refusal || allgather.refusal(shared).empty()) {
    Halves other = halves(problem, allgather, share(collective));
    if (other.cycles() < best.cycles()) {
      best = std::move(other);
      note = "a reduce-scatter, then an allgather";
    }
  }
  const Cycle later = cycles_of(best.there);
  for (Hop& hop : best.back) hop.cycle += later;
  best.there.insert(best.there.end(), best.back.begin(), best.back.end());
  return {.open = stored_schedule(std::move(best.there)), .note = std::move(note)};
}

// 2M(n-1) hops at least: a value takes n-1 to be combined anywhere, and n-1 to come to the others.
Theory allreduce_theory(const Problem& problem) {
  const Topology& topology = *problem.topology;
  const Collective& collective = problem.collective;
  Theory theory = any::predict(turned(problem, CollectiveKind::broadcast, collective.messages()));
  theory.lower_bound_attained = false;
  theory.lower_bound_source =
      fmt::format("of a broadcast turned round, {}", theory.lower_bound_source);
  std::uint64_t each = 0;  // hops of a cycle
  const std::uint64_t limit = topology.port_limit(problem.ports).sends;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    std::uint64_t links = 0;
    for (const ChannelId c : topology.outputs(node)) links += topology.channels()[c].capacity;
    each += std::min(limit, links);
  }
  const std::uint64_t hops =
      2 * std::uint64_t{collective.messages()} * (collective.processors() - 1);
  const std::uint64_t cycles = (hops + each - 1) / each;
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

}  // namespace romcast
