// SPDX-License-Identifier: Apache-2.0
// A network with its processors and the bridge to a serial line: what a board is built from.
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

  /// All modules; the top is romcast_board.
  [[nodiscard]] BoardVerilog verilog() const;
};

/// `text`: what it is, in 32 characters. Throws MissingError if the Verilog is not there.
BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit);

}  // namespace romcast
