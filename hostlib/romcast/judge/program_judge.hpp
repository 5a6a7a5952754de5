// SPDX-License-Identifier: Apache-2.0
// Judges a schedule that all nodes of a Cayley graph run alike by looking at one node: left
// multiplication maps the graph and the schedule onto themselves and any node onto any other, so
// what holds at one node holds at all. For networks whose hops are too many to be looked at.
#pragma once

#include "romcast/core/relative_program.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// The verdict that the judge would give on all hops, with counts for all nodes. Of a violation
/// that happens at all nodes the one at node 0 is described and counted. The network must have a
/// group (Topology::group).
Verdict judge_program(const Topology& network, const Collective& collective, Ports ports,
                      Timing timing, const RelativeProgram& program);

}  // namespace romcast
