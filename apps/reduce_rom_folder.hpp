// SPDX-License-Identifier: Apache-2.0
// A folder with the programs of nodes that combine: a hexadecimal file per distinct program, and
// manifest.json, which says which node runs which.
#pragma once

#include <string>

#include "apps/rom_files.hpp"
#include "apps/scenario.hpp"
#include "romcast/rom/reduce_rom.hpp"

namespace romcast {

/// What write_rom_files() takes. References must outlive it.
RomWriter rom_writer(const Resolved& resolved, ReduceRoms roms);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed or made for
/// another scenario.
ReduceRoms read_reduce_roms(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
