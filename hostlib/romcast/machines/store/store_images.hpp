// SPDX-License-Identifier: Apache-2.0
// The ROM images of nodes with stores: their programs, and the orders of own messages.
#pragma once

#include <vector>

#include "romcast/machines/images.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {

struct StoreImages final : NodeImages {
  explicit StoreImages(const Collective& of, StoreRoms compiled = {})
      : collective(of), roms(std::move(compiled)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  void write(ImageWriter& folder) const override;
  void read(ImageReader& folder) override;
  /// Size of the orders in which processors store own messages; a word names the message of a slot.
  [[nodiscard]] RomSize orders() const;

  Collective collective;
  StoreRoms roms;
};

}  // namespace romcast
