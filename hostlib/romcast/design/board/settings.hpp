// SPDX-License-Identifier: Apache-2.0
// The options of a command line that describe boards.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "romcast/design/room.hpp"

namespace romcast {

/// The board of a run: at a serial port, or simulated.
struct BoardPort {
  std::string device = "sim";  ///< a serial port; "sim": a board simulated for this run
  unsigned baud = 1'000'000;
  bool netlist = false;        ///< simulate the netlist that Yosys makes of the design
  std::string netlist_file{};  ///< simulate this netlist
  std::string board{};         ///< simulated board, as in board_manifest(); empty: an iCE40
  double clock = 0;            ///< MHz of a clock by the board's PLL; 0: the oscillator's
  RtlRoom room{};              ///< capacity of the simulated board
};

struct BoardBuild {
  std::string board{};
  /// The output file. FILE.bit or .bin: the bitstream; .asc (iCE40) or .config (ECP5): the placed
  /// and routed design; .v or .json: the netlist; empty: no file is kept.
  std::string output{};
  unsigned seed = 1;  ///< seed of the placement
  /// Target frequency of placement and routing in MHz; if a PLL's clock is faster, that clock.
  unsigned aim = 100;
  double clock = 0;      ///< MHz of a PLL's clock; 0: the oscillator's clock
  bool fastest = false;  ///< find the fastest clock of a PLL at which the design runs
  RtlRoom room{};        ///< capacity for other schedules
  /// Largest memory that is in LUTs, in words; nullopt: as in the board's manifest.
  std::optional<std::size_t> lut_words{};
};

}  // namespace romcast
