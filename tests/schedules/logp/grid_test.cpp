// SPDX-License-Identifier: Apache-2.0
// LogP machines: single-port algorithms for unbuffered machines on a grid of small machines, wide
// gaps included, against the judge.
#include <catch2/catch.hpp>

#include "romcast/judge/judge.hpp"
#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

void for_each_machine(const std::function<void(std::uint32_t n, Timing timing)>& check) {
  for (std::uint32_t n = 2; n <= 8; ++n) {
    for (std::uint32_t latency = 1; latency <= 4; ++latency) {
      for (std::uint32_t overhead = 0; overhead <= 3; ++overhead) {
        for (std::uint32_t gap = 1; gap <= 6; ++gap) {
          check(n, {.latency = latency, .overhead = overhead, .gap = gap});
        }
      }
    }
  }
}

// Checks that a plan is legal and complete, needs the time of its formula if there is one, and is
// not below its bound.
void check_plan(const Algorithm& algorithm, const Problem& problem) {
  CAPTURE(algorithm.name, problem.timing.latency, problem.timing.overhead, problem.timing.gap);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, problem.timing);
  if (verdict.violation_count > 0) FAIL_CHECK(verdict.violations.front().text);
  REQUIRE(verdict.delivered == verdict.expected);
  const Theory theory = algorithm.predict(problem);
  if (theory.formula_cycles && verdict.cycles != *theory.formula_cycles) {
    FAIL_CHECK("formula " << *theory.formula_cycles << ", plan " << verdict.cycles);
  }
  if (verdict.cycles < theory.lower_bound.value_or(0)) {
    FAIL_CHECK("bound " << *theory.lower_bound << ", plan " << verdict.cycles);
  }
}

Problem problem_on(std::uint32_t n, Timing timing, CollectiveKind kind, std::uint32_t messages) {
  Problem problem = problem_of(
      {.collective = kind, .processors = n, .messages = messages, .source = (n - 1) / 2});
  problem.timing = timing;
  return problem;
}

const std::vector<CollectiveKind> kKinds{CollectiveKind::broadcast, CollectiveKind::scatter,
                                         CollectiveKind::gather,    CollectiveKind::allgather,
                                         CollectiveKind::alltoall,  CollectiveKind::reduce,
                                         CollectiveKind::allreduce, CollectiveKind::reduce_scatter};

}  // namespace

TEST_CASE("the algorithm that is taken is legal on machines of any gap", "[exhaustive]") {
  for (const CollectiveKind kind : kKinds) {
    for_each_machine([kind](std::uint32_t n, Timing timing) {
      if (!timing.logp()) return;
      CAPTURE(name(kind), n);
      const Problem problem = problem_on(n, timing, kind, 1);
      check_plan(find_algorithm("", problem), problem);
    });
  }
}

TEST_CASE("every algorithm by name is legal on machines of any gap") {
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.network != "complete" || !algorithm.logp || algorithm.buffered) continue;
    if (std::ranges::count(algorithm.ports, Ports::Kind::single) == 0) continue;
    if (std::ranges::count(kKinds, algorithm.collective) == 0) continue;
    for (const std::uint32_t messages : {1U, 3U}) {
      for_each_machine([&](std::uint32_t n, Timing timing) {
        if (timing.gap % 2 == 0 || n % 3 == 1) return;  // such machines show nothing new
        CAPTURE(n, messages);
        const Problem problem = problem_on(n, timing, algorithm.collective, messages);
        if (algorithm.refusal && !algorithm.refusal(problem).empty()) return;
        check_plan(algorithm, problem);
      });
    }
  }
}
