// SPDX-License-Identifier: Apache-2.0
// The model store compiles this file together with the Verilated class of time_base, at run time.
#pragma once

#include "systemc/node_bank.hpp"

namespace romcast {

/// TimeBase over the Verilated time_base.
template <class Model>
class VerilatedTimeBase final : public TimeBase {
 public:
  VerilatedTimeBase() : model_(any_state(context_)) {
    model_.clk = 0;
    model_.eval();
    model_.rst = 1;
    model_.run = 0;
    toggle();
    model_.rst = 0;
    model_.run = 1;
  }
  void tick() override { toggle(); }
  [[nodiscard]] std::uint32_t cycle() const override { return model_.cycle; }

 private:
  void toggle() {
    model_.clk = 1;
    model_.eval();
    model_.clk = 0;
    model_.eval();
  }
  // Initial registers are random but the same in every run.
  static VerilatedContext* any_state(VerilatedContext& context) {
    context.randReset(2);
    context.randSeed(1);
    return &context;
  }

  VerilatedContext context_;
  Model model_;
};

}  // namespace romcast
