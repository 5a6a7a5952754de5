// SPDX-License-Identifier: Apache-2.0
// Finds the tools that place, route and pack for an ECP5.
#pragma once

#include <string>

namespace romcast {

/// Command that runs nextpnr-ecp5 or ecppack: its name if it is installed, else its path in the
/// folder romcast-ecp5 of the user's cache, where `make board-packages` puts it; empty if it is in
/// neither place.
std::string ecp5_tool(const std::string& program);

}  // namespace romcast
