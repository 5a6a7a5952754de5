// SPDX-License-Identifier: Apache-2.0
// Reports the queues of a plan, node by node.
#pragma once

#include <optional>
#include <vector>

#include "romcast/machines/machine.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

/// Fills in occupancy, waiting and own_stores of a report; no occupancy if not every hop was
/// judged, or if there are too many multicast hops.
void add_passing(const JudgedPlan& plan, const Verdict& verdict, Report& report);

/// A row per node that has queues. `depths`: of the same plan. Throws InputError if the plan was
/// judged at one node for all, or in parts.
std::vector<NodeReport> node_reports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths,
                                     const std::optional<Measured>& measured);

}  // namespace romcast
