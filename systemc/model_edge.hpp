// SPDX-License-Identifier: Apache-2.0
// Evaluates a rising edge of the clock without Verilator's scheduler. In a small switch the
// scheduler spends most of the time of eval() on testing which clocks changed, twice per cycle.
#pragma once

#include <string>

namespace romcast {

/// C++ statements that evaluate a rising edge of a model's clock `clk`: they call the functions
/// that eval() calls. The model's C++ must precede them, and its state must be named `root`.
/// `made`: Verilator's C++ except for code that runs once. Logic that inputs reach directly is
/// evaluated once, before the edge. Empty unless the scheduler is that of a known release
/// (known_schedulers()) and `clk` is its only trigger.
std::string fast_edge(const std::string& made);

/// The releases of Verilator whose schedulers are supported, as text for notices to the user.
std::string known_schedulers();

/// Name of the first memory in the class of a model's state, in which registers come before
/// memories; empty if there is no memory. `header`: Verilator's header.
std::string first_memory(const std::string& header);

/// Statements that prefetch the words of memory that the queues (rtl/common/queue.v) of a model
/// with state `root` will read and write next. `header`: Verilator's header.
std::string fetch_queues(const std::string& header);

}  // namespace romcast
