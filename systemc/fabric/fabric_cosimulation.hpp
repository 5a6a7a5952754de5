// SPDX-License-Identifier: Apache-2.0
// Co-simulates a fabric: runs frames of both modes with romcast's own words; on request also tests
// the depths that the queues need.
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
  unsigned frames = 8;  ///< least number of frames of each mode
  Pauses pauses = Pauses::random;
  /// Also runs Verilog whose queues have exactly the needed depths, and Verilog whose queues have a
  /// slot less.
  bool depths = false;
  std::vector<FabricWrite> tables{};  ///< loaded for mode 0; empty: the design's
  ModelSettings models{};
  Progress progress{};
};

/// Runs the fabric; returns the figures of the Verilog, and failures. Throws InputError if the
/// process has co-simulated already or the payload is too wide, MissingError if a tool is missing
/// or fails, or if no folder for models is writable.
FabricReport cosimulate_fabric(const FabricRequest& request);

}  // namespace romcast
