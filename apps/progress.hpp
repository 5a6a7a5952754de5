// SPDX-License-Identifier: Apache-2.0
// Progress on stderr, on a terminal only, and only for what takes longer than two seconds. Without
// escape codes; nothing at all where TERM is dumb or not set.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// Prints nothing when stderr is no such terminal.
Progress terminal_progress();
/// Wipes the progress line.
void clear_progress();
/// Tells notices on stderr, after the progress line is wiped.
void tell_notice(const std::string& line);

}  // namespace romcast
