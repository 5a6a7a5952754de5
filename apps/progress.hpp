// SPDX-License-Identifier: Apache-2.0
// Progress on stderr, on a terminal only, and only for what takes longer than two seconds. Without
// escape codes; nothing at all where TERM is dumb or not set.
#pragma once

#include "apps/runner.hpp"

namespace romcast {

/// Prints nothing when stderr is no such terminal.
Progress terminal_progress();
/// Wipes the progress line.
void clear_progress();

}  // namespace romcast
