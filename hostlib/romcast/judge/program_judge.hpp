// SPDX-License-Identifier: Apache-2.0
// Judges a symmetric schedule of a Cayley graph by looking at one node: left multiplication maps
// the graph and the schedule onto themselves and any node onto any other, so a property of one node
// holds for all. This serves networks with too many hops to judge each of them.
#pragma once

#include "romcast/core/relative_program.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Returns the verdict that judge() would give on the hops of all nodes, except that a violation
/// that happens at every node is described and counted once, for node 0. Lost messages are counted
/// at all nodes. The network must have a group (Topology::group).
Verdict judge_program(const Topology& network, const Collective& collective, Ports ports,
                      Timing timing, const RelativeProgram& program);

}  // namespace romcast
