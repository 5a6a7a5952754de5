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
/// Module `romcast_fabric_probed`, for simulation: an instance of `romcast_fabric`. Each signal of
/// the streams is one vector, indexed by tile. The outputs `leaves` and `comes` show, by tile, the
/// words from endpoints to routers and from routers to endpoints.
std::string fabric_probed(const FabricDesign& design);
/// Pin connections of an instance of `romcast_fabric`: the bus; the streams, as vectors indexed by
/// tile; and, only if the streams have a clock of their own, this clock and its reset.
std::string fabric_connections(const FabricDesign& design);
/// Declarations of the ports of the bus.
std::string fabric_bus_ports(const FabricDesign& design);
/// Ports of the bus, for an instance: `.s_axi_awvalid(s_axi_awvalid),` ...
std::string fabric_bus_connections(const FabricDesign& design, const std::string& indent);

}  // namespace romcast
