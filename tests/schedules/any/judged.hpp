// SPDX-License-Identifier: Apache-2.0
// Plans a problem with a named algorithm and judges the plan.
#pragma once

#include <catch2/catch.hpp>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/any/edges.hpp"

namespace romcast::test {

inline constexpr Ports kMulti{}, kSingle{Ports::Kind::single};

inline Problem problem_of(const std::shared_ptr<const Topology>& network, CollectiveKind kind,
                          Ports ports, std::uint32_t messages = 1, NodeId source = 0,
                          const Options& options = {}) {
  return {network, Collective(kind, network->processors(), source, messages), ports, options};
}

/// A problem in which the nodes of a network combine values.
inline Problem combining_problem(const std::shared_ptr<const Topology>& network,
                                 CollectiveKind kind, Ports ports, std::uint32_t messages = 1,
                                 NodeId source = 0) {
  return {network,
          Collective::combined_by_nodes(network->processors(), source, messages, kind),
          ports,
          {}};
}

/// A network of the program's family `name`, with one option.
inline std::shared_ptr<const Topology> family(const std::string& name, const std::string& option,
                                              const std::string& value) {
  return make_topology(name, [&](std::string_view asked) {
    return asked == option ? std::optional(value) : std::nullopt;
  });
}

/// Plans a problem with `algorithm`, checks that the plan is legal, complete and not shorter than
/// the lower bound, and returns the plan's cycles.
inline Cycle judged(const std::string& algorithm, const Problem& problem) {
  const Algorithm& found = find_algorithm(algorithm, problem);
  const Plan plan = found.build(problem);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports, plan.open);
  if (verdict.violation_count > 0) FAIL_CHECK(verdict.violations.front().text);
  CHECK(verdict.delivered == verdict.expected);
  const Theory theory = found.predict(problem);
  CHECK(verdict.cycles >= theory.lower_bound.value());
  return verdict.cycles;
}

}  // namespace romcast::test
