// SPDX-License-Identifier: Apache-2.0
// What every plan must be, whatever the network: legal, complete, as fast as its formula says and
// no faster than its lower bound.
#pragma once

#include "cases.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

/// A scenario, its plan, and what theory and the judge say of it.
struct Planned {
  Job job;
  Plan plan;
  Theory theory;
  Verdict verdict;
};

/// Plans, judges and CHECKs what every plan must be.
Planned planned(const Scenario& scenario);

}  // namespace romcast::test
