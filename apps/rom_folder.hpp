// SPDX-License-Identifier: Apache-2.0
// A folder of ROM images: one hexadecimal file per distinct program and manifest.json, which says
// which node runs which.
#pragma once

#include <string>

#include "apps/rom_files.hpp"
#include "apps/scenario.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"
#include "romcast/rom/store_rom.hpp"
#include "romcast/rom/tree_rom.hpp"

namespace romcast {

/// What write_rom_files() takes. References must outlive it.
RomWriter rom_writer(const Resolved& resolved, const FatTree& tree, TreeRoute route, TreeRoms roms);
RomWriter rom_writer(const Resolved& resolved, StoreRoms roms);

/// Reads it for a scenario. Throws InputError naming the file for anything malformed or made for
/// another scenario.
TreeRoms read_tree_roms(const std::string& folder, const Resolved& resolved, const FatTree& tree,
                        QueueKind queues);
StoreRoms read_store_roms(const std::string& folder, const Resolved& resolved);

}  // namespace romcast
