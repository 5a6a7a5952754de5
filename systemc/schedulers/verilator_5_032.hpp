// SPDX-License-Identifier: Apache-2.0
// The scheduler of a model as Verilator 5.032 writes it.
#pragma once

#include "systemc/schedulers/scheduler.hpp"

namespace romcast {

inline constexpr Scheduler kVerilator5032{
    .release = "5.032",
    .clock =
        "vlSelfRef.__VactTriggered.set(0U,((IData)(vlSelfRef.clk)&(~(IData)(vlSelfRef."
        "__Vtrigprevexpr___TOP__clk__0))));vlSelfRef.__Vtrigprevexpr___TOP__clk__0="
        "vlSelfRef.clk;",
    .inputs = "vlSelfRef.__VicoTriggered.set(0U,(IData)(vlSelfRef.__VicoFirstIteration));",
    .nothing = R"(___eval_act\n"););auto&vlSelfRef=std::ref(*vlSelf).get();)",
    .asks = "if((1ULL&vlSelfRef.__V{}Triggered.word(0U))){{",
    .raise = "root.__V{}Triggered.set(0U, true);",
    .lower = "root.__V{}Triggered.set(0U, false);"};

}  // namespace romcast
