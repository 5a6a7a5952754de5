// SPDX-License-Identifier: Apache-2.0
// The Verilog of a fabric: its top module, and a wrapper of it for simulation.
#pragma once

#include <map>
#include <string>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// Replaces the names of `values` where they stand between @, e.g. @WIDTH@, by their values.
std::string with_values(std::string text, const std::map<std::string, std::string>& values);

/// Module `romcast_fabric`.
std::string fabric_top(const FabricDesign& design);
/// Module `romcast_fabric_probed`, for simulation: `romcast_fabric` with streams as vectors by
/// tile, and outputs `leaves` and `comes`: the words between endpoints and routers, by tile.
std::string fabric_probed(const FabricDesign& design);
/// Connections of an instance of `romcast_fabric`: clock and reset of the streams if the streams
/// have a clock of their own, the bus, and the streams to vectors by tile.
std::string fabric_connections(const FabricDesign& design);
/// Declarations of the ports of the bus.
std::string fabric_bus_ports(const FabricDesign& design);
/// Ports of the bus, for an instance: `.s_axi_awvalid(s_axi_awvalid),` ...
std::string fabric_bus_connections(const FabricDesign& design, const std::string& indent);

}  // namespace romcast
