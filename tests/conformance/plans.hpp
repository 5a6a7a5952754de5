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

/// Makes the plan, judges it and CHECKs that it is legal, complete, and within formula and bound.
Planned planned(const Scenario& scenario);

}  // namespace romcast::test
