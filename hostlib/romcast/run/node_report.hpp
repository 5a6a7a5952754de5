// SPDX-License-Identifier: Apache-2.0
// Reports the queues of a plan, node by node.
#pragma once

#include <optional>
#include <vector>

#include "romcast/machines/machine.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

/// Sets occupancy, waiting, own_stores and own_waits of a report, except for collectives that
/// reduce. Occupancy and waiting stay unset in networks without queues and, for nodes with stores,
/// if not every hop was judged, or if multicasts have too many hops to follow.
void add_passing(const JudgedPlan& plan, const Verdict& verdict, Report& report);

/// A row per node that has queues. `depths`: of the same plan. Throws InputError if one node was
/// judged for all, if each rank judged a part of the nodes, or if the network has no queues.
std::vector<NodeReport> node_reports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths,
                                     const std::optional<Measured>& measured);

}  // namespace romcast
