// Progress on stderr, on a terminal only, and only for what takes longer than two seconds.
#pragma once

#include "apps/runner.hpp"

namespace romcast {

/// Prints nothing when stderr is no terminal.
Progress terminal_progress();
/// Wipes the progress line.
void clear_progress();

}  // namespace romcast
