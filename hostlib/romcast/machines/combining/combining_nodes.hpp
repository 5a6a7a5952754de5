// SPDX-License-Identifier: Apache-2.0
// Nodes that combine, independent of Verilog, and the ROMs that control them.
#pragma once

#include <memory>

#include "romcast/core/collective.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/combining/combining_rom.hpp"

namespace romcast {

/// Nodes that combine the passing values, controlled by ROMs.
struct CombiningNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  std::shared_ptr<const ReduceRoms> roms{};
  /// Maps::in_order if the plan combines only values of consecutive processors, so that the result
  /// is right even for operations that do not commute.
  Maps maps = Maps::commuting;
};

}  // namespace romcast
