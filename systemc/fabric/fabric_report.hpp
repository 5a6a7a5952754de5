// SPDX-License-Identifier: Apache-2.0
// Makes the report of a fabric that has run.
#pragma once

#include <vector>

#include "romcast/report/report.hpp"
#include "systemc/fabric/fabric_bench.hpp"

namespace romcast {

/// Registers of a tile.
struct FabricStatus {
  std::uint32_t flags = 0, tx_high = 0, rx_high = 0, sent = 0, came = 0, missed = 0, stalled = 0;
};
/// Reads the registers over the bus, by tile.
std::vector<FabricStatus> read_fabric_status(FabricBench& bench);

/// Returns the report of a run that has ended; the report has no endpoints if `statuses` is empty.
/// `busy`: every slot had a word at some time, so each measured latency must equal the schedule's;
/// without `busy` a measured latency may also be less.
FabricReport fabric_report(FabricBench& bench, const std::vector<FabricStatus>& statuses,
                           bool busy);

}  // namespace romcast
