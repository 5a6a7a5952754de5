// SPDX-License-Identifier: Apache-2.0
// The nodes of a run, independent of Verilog, and the rules or ROMs that control them.
#pragma once

#include <any>
#include <optional>
#include <string>

#include "romcast/core/memories.hpp"

namespace romcast {

struct ControlledNodes {
  /// TreeNodes, StoreNodes, ...: made by a Machine, for the NodeDescription of the same kind.
  std::any machine;
  std::string control{};  ///< "rule" or "rom"
  std::optional<RomSize> rom{}, processor_rom{};
  std::string rom_note{};  ///< reason why local rules run instead of ROMs
  std::string fabric{};    ///< kind of fabric of a fully connected network; else empty
};

}  // namespace romcast
