// SPDX-License-Identifier: Apache-2.0
// The ROM images of a fully connected network: the rows of the processors, and those of the fabric
// between the processors if the fabric has a ROM.
#pragma once

#include <optional>
#include <vector>

#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "romcast/machines/images.hpp"

namespace romcast {

struct CrossbarImages final : NodeImages {
  CrossbarImages() = default;
  CrossbarImages(CompleteRoms rows_of, std::optional<FabricRom> switch_rows)
      : roms(std::move(rows_of)), fabric(std::move(switch_rows)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  void write(ImageWriter& folder) const override;
  void read(ImageReader& folder) override;

  CompleteRoms roms{};
  std::optional<FabricRom> fabric{};  ///< nullopt: a crossbar that decodes destinations
};

}  // namespace romcast
