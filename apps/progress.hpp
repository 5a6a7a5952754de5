// SPDX-License-Identifier: Apache-2.0
// Progress on stderr: a bar on a terminal, after two seconds, without escape codes.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// Prints nothing when stderr is no terminal, or TERM is dumb or not set.
Progress terminal_progress();
/// For commands that take minutes: without such a terminal, a line every 15 seconds.
Progress steady_progress();
/// Wipes the progress line.
void clear_progress();
/// Prints notices on stderr, after wiping the progress line.
void tell_notice(const std::string& line);

}  // namespace romcast
