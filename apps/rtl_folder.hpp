// SPDX-License-Identifier: Apache-2.0
// A folder with a network as a complete Verilog design: docs/rtl-designs.md.
#pragma once

#include <string>

#include "apps/rtl_design.hpp"

namespace romcast {

/// What a run must show, and until when.
struct RtlTotals {
  Cycle cycles = 0, end = 0;  ///< `end`: when nothing happens any more
  std::uint64_t hops = 0, delivered = 0;
};

/// Writes the folder; it appears under its name only when it is complete. Throws InputError if it
/// cannot be written or is there already and was not made by this.
void write_rtl_folder(const std::string& folder, const nlohmann::ordered_json& scenario,
                      const RtlDesign& design, const RtlTotals& totals);

}  // namespace romcast
