// SPDX-License-Identifier: Apache-2.0
// Broadcast, scatter and gather on star graphs, planned and judged.
#pragma once

#include <catch2/catch.hpp>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/star/cases.hpp"

namespace romcast::test::star_rooted {

using test::factorial;
using test::kTimings;

struct Question {
  unsigned symbols = 4;
  CollectiveKind collective{};
  Ports::Kind ports = Ports::Kind::single;
  Timing timing{};
  std::uint32_t messages = 1;
  NodeId source = 0;
  Options options{};
};

struct Answer {
  std::uint64_t cycles = 0;  // 0 if the plan is illegal or incomplete
  std::uint64_t lower_bound = 0;
  std::uint64_t formula = 0;  // 0 if there is none
  std::uint64_t hops = 0;
};

inline Answer solve(const Question& q) {
  const auto star = std::make_shared<StarGraph>(q.symbols);
  const Problem problem{star,
                        Collective(q.collective, star->processors(), q.source, q.messages),
                        {q.ports},
                        q.options,
                        q.timing};
  const Algorithm& algorithm = find_algorithm("", problem);
  const Verdict verdict = judge(*star, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, q.timing);
  for (const Violation& violation : verdict.violations) UNSCOPED_INFO(violation.text);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  const Theory theory = algorithm.predict(problem);
  return {fine ? verdict.cycles : 0, theory.lower_bound.value_or(0),
          theory.formula_cycles.value_or(0), verdict.hops};
}

// Sample of sources: all of S_3; the first two, the middle and the last node of larger graphs.
inline std::vector<NodeId> some_sources(unsigned n) {
  const auto last = static_cast<NodeId>(factorial(n) - 1);
  if (n == 3) return {0, 1, 2, 3, 4, 5};
  return {0, 1, last / 2, last};
}

// Checks that a plan is legal and complete, not below its bound, and needs the time of its formula,
// if there is one.
inline void check(const Question& q) {
  CAPTURE(q.symbols, name(q.collective), Ports{q.ports}.name(), q.timing.startup,
          q.timing.per_message, q.messages, q.source);
  const Answer answer = solve(q);
  CHECK(answer.cycles > 0);
  CHECK(answer.cycles >= answer.lower_bound);
  if (answer.formula != 0) CHECK(answer.cycles == answer.formula);
}

inline void check_grid(CollectiveKind collective) {
  for (const unsigned n : {3U, 4U, 5U}) {
    for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
      for (const NodeId source : some_sources(n)) {
        for (const std::uint32_t messages : {1U, 2U, 5U, 12U}) {
          for (const Timing& timing : kTimings) {
            check({.symbols = n,
                   .collective = collective,
                   .ports = ports,
                   .timing = timing,
                   .messages = messages,
                   .source = source});
          }
        }
      }
    }
  }
}

}  // namespace romcast::test::star_rooted
