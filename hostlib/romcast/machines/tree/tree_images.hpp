// SPDX-License-Identifier: Apache-2.0
// A folder of ROM images: one hexadecimal file per distinct program and manifest.json, which
// assigns programs to nodes.
#pragma once

#include <string>

#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"
#include "romcast/machines/image_files.hpp"
#include "romcast/machines/store/store_rom.hpp"
#include "romcast/machines/tree/tree_rom.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// The programs of switches and processors of a tree.
struct TreeImages final : NodeImages {
  TreeImages(TreeRoms compiled, TreeRoute by)
      : roms(std::make_shared<const TreeRoms>(std::move(compiled))), route(by) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  [[nodiscard]] nlohmann::ordered_json write(const Job& job, OutputFolder& to) const override;

  const std::shared_ptr<const TreeRoms> roms;
  const TreeRoute route;
};

/// The programs of nodes with stores, and the orders of own messages.
struct StoreImages final : NodeImages {
  StoreImages(StoreRoms compiled, const Collective& collective);
  [[nodiscard]] std::vector<RomRow> rows() const override;
  [[nodiscard]] nlohmann::ordered_json write(const Job& job, OutputFolder& to) const override;

  const std::shared_ptr<const StoreRoms> roms;
  const RomSize orders;  ///< words of the processors: the own message of each slot
};

/// Reads a folder for a scenario. Throws InputError that names the file if it is malformed or made
/// for another scenario.
TreeRoms read_tree_roms(const std::string& folder, const Job& job, const FatTree& tree,
                        QueueKind queues);
StoreRoms read_store_roms(const std::string& folder, const Job& job);

}  // namespace romcast
