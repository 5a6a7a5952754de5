// SPDX-License-Identifier: Apache-2.0
// The design that is built for a board: a network, its processors, and a bridge to a serial line.
#pragma once

#include <string>

#include "romcast/board/host.hpp"
#include "romcast/design/board/verilog.hpp"
#include "romcast/design/verilog_design.hpp"

namespace romcast {

/// Address at which the bridge reads the network's cycle counter.
inline constexpr std::uint32_t kCycleAddress = 0xffffff;

struct BoardDesign {
  RtlDesign network;
  board::Identity identity;
  std::string pll{};  ///< Verilog of a PLL at port clk; empty: clk is the design's clock

  /// All modules; the top is romcast_board. In switches without schedule ROMs, queues that are
  /// cheaper in block RAM are there; with `registers`, these queues are in registers, too.
  /// Behaviour and identity do not depend on `registers`.
  [[nodiscard]] BoardVerilog verilog(bool registers = false) const;
  /// True if verilog(false) puts any queue into block RAM.
  [[nodiscard]] bool queues_in_ram() const;
};

/// The design around `network`, without a PLL; its identity has the first 32 characters of the
/// summary `text`. Throws MissingError if the project's Verilog files are missing.
BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit);

/// A board's design, and the words to load for one plan (design.network.loads).
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< cycle at the end of the run, after the drain
};

/// The program for the plan of `run`. If room.any(), the design has the capacity `room`, else the
/// design is for this plan alone. Throws InputError if no design exists or `room` is too small.
BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room = {});

}  // namespace romcast
