// SPDX-License-Identifier: Apache-2.0
#include "systemc/board_model.hpp"

#include <verilated.h>

#include "systemc/model_recipe.hpp"
#include "systemc/top_model.hpp"

namespace romcast {

BoardModel::BoardModel(const BoardVerilog& verilog)
    : context_(std::make_shared<VerilatedContext>()) {
  context_->randReset(2);
  context_->randSeed(1);
  maker_ = load_top({verilog, {"board_pins.hpp"}, board_model_source});
}

BoardModel::~BoardModel() = default;

std::unique_ptr<BoardPins> BoardModel::power_up() const {
  return std::unique_ptr<BoardPins>(
      reinterpret_cast<BoardPins* (*)(VerilatedContext*)>(maker_)(context_.get()));
}

}  // namespace romcast
