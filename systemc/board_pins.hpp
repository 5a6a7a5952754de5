// SPDX-License-Identifier: Apache-2.0
// The pins of a Verilated board: a clock and a serial line.
#pragma once

namespace romcast {

class BoardPins {
 public:
  virtual ~BoardPins() = default;
  /// Advances one clock with level `rx` on the line to the board; returns the level from the board.
  virtual bool step(bool rx) = 0;
};

}  // namespace romcast
