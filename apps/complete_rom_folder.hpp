// SPDX-License-Identifier: Apache-2.0
// A folder with the ROMs of a fully connected network: a hexadecimal file of rows per distinct
// program of a processor, one for the switch if it has a ROM, and manifest.json, which says which
// processor runs which.
#pragma once

#include <optional>
#include <string>

#include "apps/rom_files.hpp"
#include "apps/scenario.hpp"
#include "romcast/rom/complete_rom.hpp"

namespace romcast {

/// What write_rom_files() takes. `resolved` must outlive it.
RomWriter rom_writer(const Resolved& resolved, CompleteRoms roms,
                     std::shared_ptr<const FabricRom> fabric);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed or made for
/// another scenario.
CompleteRoms read_complete_roms(const std::string& folder, const Resolved& resolved);
/// Reads the rows of its switch, nothing if it has none. InputError as above.
std::optional<FabricRom> read_fabric_rom(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
