// SPDX-License-Identifier: Apache-2.0
// Progress on stderr, on a terminal only, and only for activities longer than two seconds. Uses no
// escape codes; prints nothing if TERM is dumb or not set.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// Returns an inactive Progress when stderr is no such terminal.
Progress terminal_progress();
/// Wipes the progress line.
void clear_progress();
/// Prints notices on stderr, after wiping the progress line.
void tell_notice(const std::string& line);

}  // namespace romcast
