// SPDX-License-Identifier: Apache-2.0
// Properties of every plan, whatever the network: legal, complete, as fast as its formula and no
// faster than its lower bound.
#pragma once

#include "cases.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

/// A scenario, its plan, its theory, and the judge's verdict.
struct Planned {
  Job job;
  Plan plan;
  Theory theory;
  Verdict verdict;
};

/// Makes and judges the plan. CHECKs that the plan is legal and complete, takes as many cycles as
/// its formula and no fewer than its bound, and keeps no message waiting if promises_no_waiting().
Planned planned(const Scenario& scenario);

}  // namespace romcast::test
