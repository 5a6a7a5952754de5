// SPDX-License-Identifier: Apache-2.0
// The top of a board as a Verilated model, kept like those of switches; of its Verilog, or of the
// netlist that is made of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/board_pins.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

class ModelWork;  // systemc/model_work.hpp

/// Files by name, with their texts.
using VerilogTexts = std::vector<std::pair<std::string, std::string>>;

struct BoardVerilog {
  VerilogTexts files;
  std::string top;
  /// The family of whose cells the netlist is that is simulated, ice40 or ecp5; empty: plain
  /// Verilog is.
  std::string cells{};
  /// Makes the netlist of the files where the model is built, and returns the name of its file;
  /// `made_by` tells it from other netlists of them. Without it the files are the netlist.
  std::function<std::string(ModelWork&)> netlist{};
  std::string made_by{};
};

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
