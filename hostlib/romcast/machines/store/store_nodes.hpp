// SPDX-License-Identifier: Apache-2.0
// Nodes with stores before they are Verilog: what they are, and what controls them.
#pragma once

#include <memory>
#include <optional>

#include "romcast/core/collective.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {

/// Nodes with stores: ROM control if `roms` are given, else they follow the rules.
struct StoreNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  Ports ports{};
  Timing timing{};
  std::shared_ptr<const StoreRoms> roms{};
  std::optional<StarRules> rules{};  ///< with stores (cyclic: files) of that many slots
};

}  // namespace romcast
