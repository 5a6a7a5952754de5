// SPDX-License-Identifier: Apache-2.0
// Reports the queues of a plan, node by node.
#pragma once

#include <optional>
#include <vector>

#include "romcast/machines/machine.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

/// Sets Report::own_stores, own_waits, occupancy and waiting: none of them for collectives that
/// reduce, only own_stores in networks without queues. If nodes have stores, occupancy and waiting
/// are set only if every hop was judged and multicasts do not have too many hops to follow.
void add_passing(const JudgedPlan& plan, const Verdict& verdict, Report& report);

/// A row per node that has queues. `depths`: of the same plan. Throws InputError if one node was
/// judged for all, or if the network has no queues.
std::vector<NodeReport> node_reports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths,
                                     const std::optional<Measured>& measured);

}  // namespace romcast
