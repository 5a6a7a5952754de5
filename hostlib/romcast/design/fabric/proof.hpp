// SPDX-License-Identifier: Apache-2.0
// The theorem about a design: every word leaves in the known cycle, from an arbitrary frame on.
#pragma once

#include <string>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// Modules that stand for the proved parts of the fabric: bus, registers, memories, queues.
std::string fabric_stand_ins(const FabricDesign& design);
/// Module `prove` for the tables of a mode.
std::string fabric_proof(const FabricDesign& design, std::size_t mode);
/// Clocks after which the theorem holds.
unsigned fabric_proof_clocks(const FabricDesign& design);

}  // namespace romcast
