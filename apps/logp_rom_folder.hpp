// SPDX-License-Identifier: Apache-2.0
// A folder with the programs of a LogP machine: a hexadecimal file of rows per distinct program of
// a processor, and manifest.json, which says which processor runs which.
#pragma once

#include <string>
#include <vector>

#include "apps/rom_files.hpp"
#include "apps/scenario.hpp"
#include "romcast/rom/logp_rom.hpp"

namespace romcast {

/// What write_rom_files() takes. `resolved` must outlive it.
RomWriter rom_writer(const Resolved& resolved, LogpRoms roms);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed, for rows that
/// no processor of this machine can run, and for what was made for another scenario.
LogpRoms read_logp_roms(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
