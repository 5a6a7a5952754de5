// SPDX-License-Identifier: Apache-2.0
// Runs scenarios on the Verilated nodes and CHECKs that theory = plan = hardware, hop by hop and
// queue by queue.
#pragma once

#include <vector>

#include "cases.hpp"
#include "runs.hpp"

namespace romcast::test {

/// Runs every scenario by ROM and, if its plan has local rules, also by rule. CHECKs that all runs
/// pass and that the two runs of a scenario leave the same trace.
void conform(const std::vector<Scenario>& scenarios);

}  // namespace romcast::test
