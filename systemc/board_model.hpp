// SPDX-License-Identifier: Apache-2.0
// The top of a board as a Verilated model, kept like those of switches; of its Verilog, or of the
// netlist that is made of it.
#pragma once

#include <memory>

#include "romcast/design/board/verilog.hpp"
#include "systemc/board_pins.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

class BoardModel {
 public:
  /// Builds it unless it is there. Throws MissingError if a tool is not there or fails.
  explicit BoardModel(const BoardVerilog& verilog);
  ~BoardModel();
  BoardModel(const BoardModel&) = delete;
  BoardModel& operator=(const BoardModel&) = delete;

  /// A board that has just got its power.
  [[nodiscard]] std::unique_ptr<BoardPins> power_up() const;

 private:
  std::shared_ptr<VerilatedContext> context_;
  void* maker_;
};

}  // namespace romcast
