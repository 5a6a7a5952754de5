// SPDX-License-Identifier: Apache-2.0
// The top of a board as a Verilated model, cached like those of switches; from its Verilog, or from
// the synthesised netlist.
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

/// Texts of files, by name.
using VerilogTexts = std::vector<std::pair<std::string, std::string>>;

struct BoardVerilog {
  VerilogTexts files;
  std::string top;
  /// The family of the netlist's cells, ice40 or ecp5; empty: simulates plain Verilog.
  std::string cells{};
  /// Synthesises the netlist in the folder in which the model is built, and returns the name of its
  /// file; `made_by` distinguishes it from other netlists of the same files. Without it the files
  /// are the netlist.
  std::function<std::string(ModelWork&)> netlist{};
  std::string made_by{};
};

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
