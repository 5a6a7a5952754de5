// SPDX-License-Identifier: Apache-2.0
// The top of a board as a Verilated model, built from its Verilog or from its synthesised netlist,
// and cached like the models of switches.
#pragma once

#include <memory>

#include "romcast/design/board/verilog.hpp"
#include "systemc/board_pins.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

class BoardModel {
 public:
  /// Builds the model unless it is cached. Throws MissingError if a tool is missing or fails.
  explicit BoardModel(const BoardVerilog& verilog);
  ~BoardModel();
  BoardModel(const BoardModel&) = delete;
  BoardModel& operator=(const BoardModel&) = delete;

  /// A board directly after power-up.
  [[nodiscard]] std::unique_ptr<BoardPins> power_up() const;

 private:
  std::shared_ptr<VerilatedContext> context_;
  void* maker_;
};

}  // namespace romcast
