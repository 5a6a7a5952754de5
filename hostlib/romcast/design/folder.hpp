// SPDX-License-Identifier: Apache-2.0
// Writes a folder with a network as a complete Verilog design: docs/rtl-designs.md.
#pragma once

#include <string>

#include "romcast/design/verilog_design.hpp"

namespace romcast {

/// The size of a design, and the expected results of its run.
struct RtlSummary {
  std::size_t nodes = 0, processors = 0, words = 0;
  unsigned word_bits = 0;  ///< width of the load port
  std::uint64_t cycles = 0, hops = 0, delivered = 0;
};

/// Writes a Verilog design that runs the plan of `run`. `statistics`: the nodes have counters,
/// high-water marks and flags. The folder appears under its name only when it is complete. Throws
/// InputError if the network has no Verilog design, if the job's queue depth is too small, if the
/// plan is illegal, if writing fails, or if check_own_folder() refuses to replace the folder.
RtlSummary write_rtl(const std::string& folder, Run& run, bool statistics = true);

}  // namespace romcast
