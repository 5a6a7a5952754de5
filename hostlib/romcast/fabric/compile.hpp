// SPDX-License-Identifier: Apache-2.0
// From judged frames to the tables of a fabric.
#pragma once

#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast {

/// Compiles schedules of one network, the modes of a fabric, whose flows with equal names must have
/// equal ends. One schedule alone becomes two modes: the second one is a slot later. Requires
/// schedules that the judges accept, on links that take one cycle.
/// Throws InputError that names the node, and the limit of the hardware, if a schedule cannot be
/// run.
/// `built`: a fabric of the same network whose hardware runs the schedules: their tables are for
/// its links and sizes, and it can change to them from its own modes.
Fabric compile_fabric(const Topology& network, std::vector<FabricSchedule> schedules,
                      FabricRules rules = {}, const Fabric* built = nullptr);

}  // namespace romcast
