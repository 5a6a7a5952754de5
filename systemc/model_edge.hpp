// SPDX-License-Identifier: Apache-2.0
// A rising edge of the clock without Verilator's scheduler: most of an eval() of a small switch is
// asking which clocks have changed, twice per cycle.
#pragma once

#include <string>

namespace romcast {

/// Statements that take the model `m`, whose state is `root`, over a rising edge of its clock
/// `clk`, for C++ behind the model's own. `made`: what Verilator wrote, but what runs once. They
/// call the functions that eval() calls, where the scheduler in it is one that is known: `clk`
/// alone triggers anything, and inputs that reach logic directly are followed once before it. Any
/// other model gets two eval().
std::string rising_edge(const std::string& made);

}  // namespace romcast
