// SPDX-License-Identifier: Apache-2.0
// What the manifest of a folder of ROM images says of the hardware that they are for, so that they
// can be used without romcast: docs/rom-folders.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run_figures.hpp"
#include "romcast/core/queue_depth.hpp"
#include "systemc/design.hpp"

namespace romcast {

/// Key "hardware": modules, their parameters and load ports, straps of each node, wiring. Fields of
/// rows are as wide as `manifest` says that they are in the files.
nlohmann::ordered_json hardware_json(const Design& design, const Topology& topology,
                                     const nlohmann::ordered_json& manifest);
/// Key "expected": what a run must measure.
nlohmann::ordered_json expected_json(const Design& design, const Topology& topology,
                                     const PlannedRun& planned,
                                     const std::vector<QueueDepth>& depths);

/// What a folder says of hardware and run must be what is going to run. Folders that say nothing of
/// it, as earlier versions wrote them, pass. Throws InputError naming the first difference.
void check_hardware(const std::string& folder, const Design& design, const Topology& topology);

}  // namespace romcast
