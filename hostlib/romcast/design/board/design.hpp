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

  /// All modules; the top is romcast_board. Queues of switches without schedule ROMs are in block
  /// RAM where that is smaller than registers; with `registers`, all queues are in registers.
  /// Behaviour and identity are the same in both cases.
  [[nodiscard]] BoardVerilog verilog(bool registers = false) const;
  /// True if verilog() puts queues into block RAM, which verilog(true) puts into registers.
  [[nodiscard]] bool queues_in_ram() const;
};

/// `text`: summary of the design, cut to 32 characters. Throws MissingError if the Verilog is
/// missing.
BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit);

/// The design of a board, with everything that it loads for a plan.
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< cycle at the end of the run, after the drain
};

/// The program for the plan of `run`, with a design for that plan or for the given capacity. Throws
/// InputError if no design exists or the capacity is too small.
BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room = {});

}  // namespace romcast
