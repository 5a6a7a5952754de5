// SPDX-License-Identifier: Apache-2.0
// The top of a board as a Verilated model, kept like those of switches; of its Verilog, or of the
// netlist that Yosys makes of it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/board_pins.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

/// Files by name, with their texts.
using VerilogTexts = std::vector<std::pair<std::string, std::string>>;

struct BoardVerilog {
  enum class Kind {
    source,      ///< plain Verilog
    synthesise,  ///< a netlist of iCE40 cells is made of it first
    netlist      ///< a netlist of iCE40 cells
  };
  VerilogTexts files;
  std::string top;
  Kind kind = Kind::source;
};

/// What Yosys is told to make cells of an iCE40 of some Verilog.
std::string ice40_synthesis(const std::string& top, const std::vector<std::string>& files);

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
