// SPDX-License-Identifier: Apache-2.0
// Compiles judged frames into the tables of a fabric.
#pragma once

#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast {

/// Compiles schedules of one network, one for each mode of a fabric. Flows with equal names must
/// have equal ends. A single schedule becomes two modes, the second one a slot later. Requires
/// schedules that the judges accept, on links that take one cycle.
/// `built`: an existing fabric of the same network. The new tables then fit the links and sizes of
/// this fabric, which can change from its own modes to the new modes.
/// Throws InputError that names the node and the limit of the hardware if a schedule cannot be run.
Fabric compile_fabric(const Topology& network, std::vector<FabricSchedule> schedules,
                      FabricRules rules = {}, const Fabric* built = nullptr);

}  // namespace romcast
