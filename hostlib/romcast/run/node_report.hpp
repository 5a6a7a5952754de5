// SPDX-License-Identifier: Apache-2.0
// Reports the queues of a plan, node by node.
#pragma once

#include <optional>
#include <vector>

#include "romcast/machines/machine.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

/// Sets occupancy, waiting, own_stores and own_waits of a report. For nodes with stores, occupancy
/// and waiting stay unset if not every hop was judged, or if multicasts have too many hops to
/// follow.
void add_passing(const JudgedPlan& plan, const Verdict& verdict, Report& report);

/// A row per node that has queues. `depths`: of the same plan. Throws InputError if the plan was
/// judged at one node for all, or in parts, or if the network has no queues.
std::vector<NodeReport> node_reports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths,
                                     const std::optional<Measured>& measured);

}  // namespace romcast
