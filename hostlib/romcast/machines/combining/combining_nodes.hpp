// SPDX-License-Identifier: Apache-2.0
// Nodes that combine before they are Verilog: what they are, and what controls them.
#pragma once

#include <memory>

#include "romcast/core/collective.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/combining/combining_rom.hpp"

namespace romcast {

/// Nodes that combine what passes, led by ROMs.
struct CombiningNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  std::shared_ptr<const ReduceRoms> roms{};
  /// in_order if the plan combines processors in a row, so that the result is right for operations
  /// that do not commute, too.
  Maps maps = Maps::commuting;
};

}  // namespace romcast
