// SPDX-License-Identifier: Apache-2.0
// A rising edge of the clock without Verilator's scheduler: most of an eval() of a small switch is
// asking which clocks have changed, twice per cycle.
#pragma once

#include <string>

namespace romcast {

/// Statements that take a model, whose state is `root`, over a rising edge of its clock `clk`, for
/// C++ after the model's own. `made`: Verilator's C++ without the files that run once. The
/// statements call the functions that eval() calls if its scheduler is a known one: `clk` alone
/// triggers anything, and inputs that reach logic directly are followed once before it. Empty for
/// any other scheduler.
std::string fast_edge(const std::string& made);

/// The releases of Verilator whose schedulers are known, for messages.
std::string known_schedulers();

/// The first memory in the class that holds a model's state, behind its registers; empty if there
/// is none. `header`: as Verilator wrote it.
std::string first_memory(const std::string& header);

/// Statements that fetch the words that the queues (rtl/common/queue.v) of the model whose state is
/// `root` read and write next. `header`: as Verilator wrote it.
std::string fetch_queues(const std::string& header);

}  // namespace romcast
