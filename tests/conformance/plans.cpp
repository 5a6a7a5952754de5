// SPDX-License-Identifier: Apache-2.0
#include "plans.hpp"

#include <catch2/catch.hpp>

namespace romcast::test {
namespace {

void check(const Job& job, const Theory& theory, const Verdict& verdict) {
  for (const Violation& violation : verdict.violations) {
    FAIL_CHECK(violation.cycle << ": " << violation.text);
  }
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == job.problem.collective.expected_deliveries());
  if (theory.formula_cycles) CHECK(verdict.cycles == *theory.formula_cycles);
  if (theory.lower_bound) CHECK(verdict.cycles >= *theory.lower_bound);
  CHECK(theory.formula_cycles.has_value() == !theory.formula_source.empty());
  CHECK(theory.lower_bound.has_value() == !theory.lower_bound_source.empty());
  if (promises_no_waiting(job.algorithm)) CHECK(verdict.max_waiting == 0);
}

}  // namespace

Planned planned(const Scenario& scenario) {
  Planned result{.job = resolve(scenario)};
  const Problem& problem = result.job.problem;
  result.plan = result.job.algorithm.build(problem);
  result.theory = result.job.algorithm.predict(problem);
  result.verdict = judge(*problem.topology, problem.collective, problem.ports, result.plan.open,
                         std::nullopt, problem.timing);
  check(result.job, result.theory, result.verdict);
  return result;
}

}  // namespace romcast::test
