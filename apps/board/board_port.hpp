// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace romcast {

/// Where a board is.
struct BoardPort {
  std::string device = "sim";  ///< a serial port; "sim": a simulated board, made for this run
  unsigned baud = 1'000'000;
  bool netlist = false;        ///< simulate the netlist that Yosys makes of it
  std::string netlist_file{};  ///< simulate this netlist
};

}  // namespace romcast
