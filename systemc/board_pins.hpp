// SPDX-License-Identifier: Apache-2.0
// The top of a board, Verilated: a clock and a serial line.
#pragma once

namespace romcast {

class BoardPins {
 public:
  virtual ~BoardPins() = default;
  /// One clock, with this level on the line to the board; returns that on the line from it.
  virtual bool step(bool rx) = 0;
};

}  // namespace romcast
