// SPDX-License-Identifier: Apache-2.0
// What the manifest of a folder of ROM images says of the hardware that they are for, so that they
// can be used without romcast: docs/rom-folders.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/design/design.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {

/// Writes the folder of a run's ROM images: files, and a manifest that also tells the hardware and
/// what it must measure. Returns what the images take. Throws InputError if they do not fit, or if
/// the folder cannot be written or is there already and no ROM folder.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

/// What a folder says of hardware and run must be what is going to run. Folders that say nothing of
/// it, as earlier versions wrote them, pass. Throws InputError naming the first difference.
void check_hardware(const std::string& folder, const Design& design, const Topology& topology);

}  // namespace romcast
