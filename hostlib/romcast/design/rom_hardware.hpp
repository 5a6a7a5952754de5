// SPDX-License-Identifier: Apache-2.0
// Describes the hardware in the manifest of a folder of ROM images, so that the images can be used
// without romcast: docs/rom-folders.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/design/design.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {

/// Writes the folder of a run's ROM images: files, and a manifest that includes the hardware and
/// its expected measurements. Returns the sizes of the images. Throws InputError as Run::images()
/// does, if writing fails, or if `folder` exists and is neither empty nor a ROM folder.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

/// Checks that the hardware described in a folder is that of `design`, apart from the straps and
/// ROM depths that depend on programs. Folders of earlier versions, which lack the description,
/// pass. Throws InputError that names the first difference, or if the manifest is malformed.
void check_hardware(const std::string& folder, const Design& design, const Topology& topology);

}  // namespace romcast
