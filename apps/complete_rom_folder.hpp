// SPDX-License-Identifier: Apache-2.0
// A folder with the ROMs of a fully connected network: a hexadecimal file of rows per distinct
// program of a processor, one for the switch if it has a ROM, and manifest.json, which says which
// processor runs which.
#pragma once

#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/queue_depth.hpp"
#include "romcast/rom/complete_rom.hpp"

namespace romcast {

/// Writes the folder; it appears under its name only when it is complete. `fabric`: nullptr where
/// the crossbar decodes destinations. Throws InputError if it cannot be written or is there already
/// and no ROM folder.
void write_rom_folder(const std::string& folder, const Resolved& resolved,
                      const std::vector<QueueDepth>& depths, const CompleteRoms& roms,
                      const FabricRom* fabric);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed or made for
/// another scenario.
CompleteRoms read_complete_roms(const std::string& folder, const Resolved& resolved);
/// Reads the rows of its switch, nothing if it has none. InputError as above.
std::optional<FabricRom> read_fabric_rom(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
