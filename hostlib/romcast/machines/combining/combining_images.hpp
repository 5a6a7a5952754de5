// SPDX-License-Identifier: Apache-2.0
// The ROM images of nodes that combine: their programs.
#pragma once

#include <vector>

#include "romcast/machines/combining/combining_rom.hpp"
#include "romcast/machines/images.hpp"

namespace romcast {

struct CombiningImages final : NodeImages {
  /// For reading a folder, pass empty_reduce_roms().
  explicit CombiningImages(ReduceRoms compiled) : roms(std::move(compiled)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  void write(ImageWriter& folder) const override;
  void read(ImageReader& folder) override;

  ReduceRoms roms;
};

}  // namespace romcast
