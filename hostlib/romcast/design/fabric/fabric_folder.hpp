// SPDX-License-Identifier: Apache-2.0
// Writes a folder with a fabric, a component for your own designs: docs/fabric.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "romcast/design/board/verilog.hpp"
#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// The Verilog files of a fabric, named relative to the fabric's folder; the file of the top module
/// is last. Throws MissingError if romcast's own Verilog is missing.
VerilogTexts fabric_verilog(const FabricDesign& design);

/// The contents of fabric.json (docs/json.md), without the command and the files.
nlohmann::ordered_json fabric_json(const FabricDesign& design, const PeriodVerdict& verdict);

/// Writes a fabric as Verilog with testbench, tables and description; the folder appears under its
/// name only when it is complete. `verdict`: on the frame of the first mode; `command`: for the
/// README and the description. Throws InputError if writing fails, or if check_own_folder() refuses
/// to replace the folder.
void write_fabric(const std::string& folder, const FabricDesign& design,
                  const PeriodVerdict& verdict, const std::string& command);

}  // namespace romcast
