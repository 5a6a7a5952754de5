// SPDX-License-Identifier: Apache-2.0
// The ROM images of a fat tree: programs of its switches and processors.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/tree_rules.hpp"
#include "romcast/machines/images.hpp"
#include "romcast/machines/tree/tree_rom.hpp"

namespace romcast {

struct TreeImages final : NodeImages {
  TreeImages(std::shared_ptr<const FatTree> shape, const TreeRules& by, TreeRoms compiled = {})
      : tree(std::move(shape)), rules(by), roms(std::move(compiled)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  void write(ImageWriter& folder) const override;
  void read(ImageReader& folder) override;

  std::shared_ptr<const FatTree> tree;
  TreeRules rules;
  TreeRoms roms;
};

}  // namespace romcast
