// SPDX-License-Identifier: Apache-2.0
// A folder with the ROMs of a LogP machine: a hexadecimal file of rows per distinct program, and
// manifest.json, which says which processor runs which, and with which straps.
#pragma once

#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/queue_depth.hpp"
#include "systemc/logp_hardware.hpp"

namespace romcast {

/// Writes the folder; it appears under its name only when it is complete. Throws InputError if it
/// cannot be written or is there already and no ROM folder.
void write_rom_folder(const std::string& folder, const Resolved& resolved,
                      const std::vector<QueueDepth>& depths, const LogpRoms& roms);

}  // namespace romcast
