// SPDX-License-Identifier: Apache-2.0
// The nodes of a run before they are Verilog, and what controls them.
#pragma once

#include <any>
#include <optional>
#include <string>

#include "romcast/core/memories.hpp"

namespace romcast {

struct ControlledNodes {
  /// TreeNodes, StoreNodes, ...: of the machine that made it, for its hardware.
  std::any machine;
  std::string control{};  ///< "rule" or "rom"
  std::optional<RomSize> rom{}, processor_rom{};
  std::string rom_note{};  ///< reason why local rules run instead of ROMs
  std::string fabric{};    ///< of fully connected networks; else empty
};

}  // namespace romcast
