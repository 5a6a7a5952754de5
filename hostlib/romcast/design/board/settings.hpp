// SPDX-License-Identifier: Apache-2.0
// What a command line says of boards.
#pragma once

#include <string>

#include "romcast/design/room.hpp"

namespace romcast {

/// Where a board is.
struct BoardPort {
  std::string device = "sim";  ///< a serial port; "sim": a simulated board, made for this run
  unsigned baud = 1'000'000;
  bool netlist = false;        ///< simulate the netlist that Yosys makes of it
  std::string netlist_file{};  ///< simulate this netlist
  std::string board{};         ///< simulate the design of this board (BoardManifest)
  RtlRoom room{};              ///< of the simulated board
};

struct BoardBuild {
  std::string board{};
  /// FILE.bit or .asc: placed and routed; .v or .json: the netlist only; empty: none is kept.
  std::string output{};
  unsigned seed = 1;   ///< of the placement
  unsigned aim = 100;  ///< MHz that placement and routing try to reach, whatever the board's clock
  RtlRoom room{};      ///< for other schedules
};

}  // namespace romcast
