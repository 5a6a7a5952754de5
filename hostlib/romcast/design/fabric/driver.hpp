// SPDX-License-Identifier: Apache-2.0
// The tables of a fabric for its driver in C++ (rtl/fabric/drivers/rmc_driver.hpp).
#pragma once

#include <string>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// romcast_fabric.hpp: what this fabric is, and what load() writes for each mode.
std::string fabric_header(const FabricDesign& design);

}  // namespace romcast
