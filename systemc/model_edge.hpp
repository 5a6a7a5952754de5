// SPDX-License-Identifier: Apache-2.0
// Evaluates a rising edge of the clock without Verilator's scheduler, which spends most of an
// eval() of a small switch testing which clocks have changed, twice per cycle.
#pragma once

#include <string>

namespace romcast {

/// Statements that evaluate a model, whose state is `root`, over a rising edge of its clock `clk`,
/// for C++ after the model's own. `made`: Verilator's C++ without the files that run once. The
/// statements call the functions that eval() calls, provided its scheduler is a supported one:
/// `clk` is the only trigger, and inputs that reach logic directly are evaluated once before it.
/// Empty for any other scheduler.
std::string fast_edge(const std::string& made);

/// The releases of Verilator whose schedulers are supported, for messages.
std::string known_schedulers();

/// The first memory in the class of a model's state, after its registers; empty if there is none.
/// `header`: Verilator's header.
std::string first_memory(const std::string& header);

/// Statements that prefetch the words that the queues (rtl/common/queue.v) of a model with state
/// `root` will read and write next. `header`: Verilator's header.
std::string fetch_queues(const std::string& header);

}  // namespace romcast
