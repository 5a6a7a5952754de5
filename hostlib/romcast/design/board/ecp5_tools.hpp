// SPDX-License-Identifier: Apache-2.0
// Finds the tools that place, route and pack for an ECP5.
#pragma once

#include <string>

namespace romcast {

/// nextpnr-ecp5 or ecppack: its name if it is installed, else its path in romcast-ecp5 of the
/// user's cache, where `make board-packages` puts it; empty: it is in neither.
std::string ecp5_tool(const std::string& program);

}  // namespace romcast
