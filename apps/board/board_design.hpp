// SPDX-License-Identifier: Apache-2.0
// A network with its processors and the bridge to a serial line: the source of a board.
#pragma once

#include <string>

#include "apps/rtl_design.hpp"
#include "romcast/board/host.hpp"
#include "systemc/board_model.hpp"

namespace romcast {

/// Address of the cycle counter at the bridge.
inline constexpr std::uint32_t kCycleAddress = 0xffffff;

struct BoardDesign {
  RtlDesign network;
  board::Identity identity;

  /// All modules; the top is romcast_board. Queues of switches are where they are smallest, or all
  /// in `registers`, which uses no block RAM; the board then behaves equally and has the same
  /// identity.
  [[nodiscard]] BoardVerilog verilog(bool registers = false) const;
  /// True if some queues are in block RAM that could be in registers.
  [[nodiscard]] bool queues_in_ram() const;
};

/// `text`: summary of the design, in 32 characters. Throws MissingError if the Verilog is missing.
BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit);

}  // namespace romcast
