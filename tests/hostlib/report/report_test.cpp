// SPDX-License-Identifier: Apache-2.0
#include "romcast/report/report.hpp"

#include <catch2/catch.hpp>

using namespace romcast;
using Catch::Contains;

namespace {

Report planned(Cycle cycles, std::uint64_t lower_bound) {
  Report report;
  report.theory.lower_bound = lower_bound;
  report.plan = Verdict{.cycles = cycles};
  return report;
}

void break_plan(Report& report) {
  report.plan->violations.push_back({1, ViolationKind::message_lost, "p0 gets nothing"});
  report.plan->violation_count = 1;
}

}  // namespace

TEST_CASE("only of a legal plan is shown how far from the optimum it is") {
  Report report = planned(5, 3);
  CHECK_THAT(report.table(), Contains("optimal      not known; at most 2 cycles from it"));
  break_plan(report);
  CHECK_THAT(report.table(), !Contains("optimal"));
}

TEST_CASE("the period of an illegal plan is not optimal") {
  Report report = planned(5, 5);
  report.period = PeriodVerdict{.period = {.cycles = 4}};
  report.theory.period_bound = 4;
  report.theory.period_bound_source = "the fullest link";
  CHECK_THAT(report.table(), Contains("the fullest link; optimal"));
  CHECK(report.json()["theory"]["period_optimal"] == true);
  break_plan(report);
  CHECK_THAT(report.table(), !Contains("optimal"));
  CHECK(report.json()["theory"]["period_optimal"].is_null());
}
