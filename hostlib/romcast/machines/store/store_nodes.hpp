// SPDX-License-Identifier: Apache-2.0
// Nodes with stores, independent of Verilog, and the ROMs or rules that control them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {

/// Slots of a node's memories: one store (single-port) or banks (multi-port).
struct StoreDepths {
  static constexpr std::uint32_t kMost = ~0U;  ///< as many as ROM words can name
  std::uint32_t store = kMost;                 ///< single-port
  std::uint32_t own = kMost;                   ///< multi-port: of the bank of own messages
  std::uint32_t link = kMost;                  ///< multi-port: of the bank of a link
  bool operator==(const StoreDepths&) const = default;
};

/// Nodes with stores. They follow the ROMs if `roms` is given, else the rules.
struct StoreNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  Ports ports{};
  Timing timing{};
  std::shared_ptr<const StoreRoms> roms{};
  /// `places`: slots of a store; with StarRule::cyclic, of each port's memory.
  std::optional<StarRules> rules{};
  /// One entry per node; empty: every depth is StoreDepths::kMost.
  std::vector<StoreDepths> depths{};
};

}  // namespace romcast
