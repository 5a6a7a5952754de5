// SPDX-License-Identifier: Apache-2.0
// Plans a periodic schedule, checks that both judges accept it, and returns its period in cycles.
#pragma once

#include <catch2/catch.hpp>

#include "romcast/core/algorithm.hpp"
#include "romcast/judge/period_judge.hpp"
#include "schedules/any/judged.hpp"

namespace romcast::test {

inline Cycle judged_period(const Problem& problem) {
  const Plan plan = find_algorithm("periodic", problem).build(problem);
  REQUIRE(plan.period);
  const Verdict once = judge(*problem.topology, problem.collective, problem.ports, plan.open);
  if (once.violation_count > 0) FAIL_CHECK(once.violations.front().text);
  CHECK(once.delivered == once.expected);
  const PeriodVerdict frames =
      judge_period(*problem.topology, problem.collective, problem.ports, plan.open, *plan.period);
  if (frames.violation_count > 0) FAIL_CHECK(frames.violations.front().text);
  return plan.period->cycles;
}

}  // namespace romcast::test
