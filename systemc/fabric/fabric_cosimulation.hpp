// SPDX-License-Identifier: Apache-2.0
// Runs a fabric: frames of both modes with romcast's own words, and its queues at their limits.
#pragma once

#include <functional>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"
#include "systemc/fabric/fabric_sources.hpp"

namespace romcast {

struct FabricRequest {
  const Topology* network = nullptr;
  const FabricDesign* design = nullptr;
  unsigned frames = 8;  ///< of each mode, at least
  Pauses pauses = Pauses::random;
  /// Also runs Verilog whose queues have as many words as needed, and one less.
  bool depths = false;
  std::vector<FabricWrite> tables{};  ///< in place of those of mode 0; empty: the design's
  ModelSettings models{};
  Progress progress{};
};

/// Measures what `report` has of the Verilog, and adds its failures; call it at most once per
/// process. Throws InputError or MissingError.
FabricReport cosimulate_fabric(const FabricRequest& request);

}  // namespace romcast
