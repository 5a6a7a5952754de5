// SPDX-License-Identifier: Apache-2.0
// A folder with the programs of nodes that combine: a hexadecimal file per distinct program, and
// manifest.json, which says which node runs which.
#pragma once

#include <string>

#include "apps/scenario.hpp"
#include "romcast/rom/reduce_rom.hpp"

namespace romcast {

/// Writes the folder; it appears under its name only when it is complete. Throws InputError if it
/// cannot be written or is there already and no ROM folder.
void write_rom_folder(const std::string& folder, const Resolved& resolved, const ReduceRoms& roms);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed or made for
/// another scenario.
ReduceRoms read_reduce_roms(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
