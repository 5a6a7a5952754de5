// SPDX-License-Identifier: Apache-2.0
// A network with its processors and the bridge to a serial line: the source of a board.
#pragma once

#include <string>

#include "romcast/board/host.hpp"
#include "romcast/design/board/verilog.hpp"
#include "romcast/design/verilog_design.hpp"

namespace romcast {

/// Address of the cycle counter at the bridge.
inline constexpr std::uint32_t kCycleAddress = 0xffffff;

struct BoardDesign {
  RtlDesign network;
  board::Identity identity;
  std::string pll{};  ///< Verilog of a PLL for port clk; simulations do without

  /// All modules; the top is romcast_board. Queues of switches are where they are smallest, or all
  /// in `registers`, which uses no block RAM; the board then behaves equally and has the same
  /// identity.
  [[nodiscard]] BoardVerilog verilog(bool registers = false) const;
  /// True if some queues are in block RAM that could be in registers.
  [[nodiscard]] bool queues_in_ram() const;
};

/// `text`: summary of the design, in 32 characters. Throws MissingError if the Verilog is missing.
BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit);

/// Everything that a board loads for a plan.
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< in which nothing happens any more
};

/// As large as the plan needs, or as there is room for. Throws InputError if there is no such
/// design, or too little room.
BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room = {});

}  // namespace romcast
