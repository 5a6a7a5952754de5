// SPDX-License-Identifier: Apache-2.0
// The scheduler of a model as Verilator 5.006 writes it.
#pragma once

#include "systemc/schedulers/scheduler.hpp"

namespace romcast {

inline constexpr Scheduler kVerilator5006{
    .release = "5.006",
    .clock =
        "vlSelf->__VactTriggered.at(0U)=((IData)(vlSelf->clk)&(~(IData)(vlSelf->__Vtrigrprev"
        "__TOP__clk)));vlSelf->__Vtrigrprev__TOP__clk=vlSelf->clk;",
    .inputs = "vlSelf->__VicoTriggered.at(0U)=(0U==vlSelf->__VicoIterCount);",
    .nothing = R"(___eval_act\n"););)",
    .asks = "if(vlSelf->__V{}Triggered.at(0U)){{",
    .raise = "root.__V{}Triggered.at(0U) = true;",
    .lower = "root.__V{}Triggered.at(0U) = false;"};

}  // namespace romcast
