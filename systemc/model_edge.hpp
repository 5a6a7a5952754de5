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

/// The first memory in the class that holds a model's state, behind its registers; empty if there
/// is none. `header`: as Verilator wrote it.
std::string first_memory(const std::string& header);

/// Statements that fetch the words that the queues (rtl/common/queue.v) of the model whose state is
/// `root` read and write next. `header`: as Verilator wrote it.
std::string fetch_queues(const std::string& header);

}  // namespace romcast
