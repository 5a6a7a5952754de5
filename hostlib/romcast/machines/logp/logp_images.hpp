// SPDX-License-Identifier: Apache-2.0
// The ROM images of a LogP machine: rows of its processors.
#pragma once

#include <vector>

#include "romcast/machines/images.hpp"
#include "romcast/machines/logp/logp_rom.hpp"

namespace romcast {

struct LogpImages final : NodeImages {
  explicit LogpImages(LogpRoms compiled = {}) : roms(std::move(compiled)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override { return {{"processors", roms.size()}}; }
  void write(ImageWriter& folder) const override;
  void read(ImageReader& folder) override;

  LogpRoms roms;
};

}  // namespace romcast
