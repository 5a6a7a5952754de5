// SPDX-License-Identifier: Apache-2.0
// A theorem about a design, to be proved formally: from an arbitrary frame on, every injected word
// leaves after the known number of clocks.
#pragma once

#include <string>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// Verilog of the stand-ins for those modules of the fabric that are proved separately: the slot
/// tables, the endpoints, and the registers of the fabric.
std::string fabric_stand_ins(const FabricDesign& design);
/// Module `prove` for the tables of a mode.
std::string fabric_proof(const FabricDesign& design, std::size_t mode);
/// Clocks after which the theorem holds in every mode.
unsigned fabric_proof_clocks(const FabricDesign& design);

}  // namespace romcast
