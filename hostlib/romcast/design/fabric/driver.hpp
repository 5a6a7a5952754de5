// SPDX-License-Identifier: Apache-2.0
// The tables of a fabric for its driver in C++ (rtl/fabric/drivers/rmc_driver.hpp).
#pragma once

#include <string>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// The text of romcast_fabric.hpp: sizes and fingerprint of the fabric, and for each mode the
/// writes that the driver's load() makes, and the signatures of the tables.
std::string fabric_header(const FabricDesign& design);

}  // namespace romcast
