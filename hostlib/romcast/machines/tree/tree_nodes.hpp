// SPDX-License-Identifier: Apache-2.0
// Fat trees, independent of Verilog, and the ROMs or rules that control them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"
#include "romcast/machines/tree/tree_rom.hpp"

namespace romcast {

/// A fat tree. Its nodes follow the ROMs if `roms` is given, else the rules.
struct TreeNodes {
  std::shared_ptr<const FatTree> tree;
  Collective collective;
  std::shared_ptr<const TreeRules> rules;
  std::shared_ptr<const TreeRoms> roms{};
  std::vector<std::uint32_t> depths{};  ///< slots of a queue (per_output: per link), by level - 1
  bool counts_messages = true;          ///< see TreeRoms::counts_messages
};

}  // namespace romcast
