// SPDX-License-Identifier: Apache-2.0
// The times of LogP and LogGP machines as people give them.
#pragma once

#include <string>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// Turns times with units into cycles of the timing, and messages of --bytes bytes into longer
/// gaps and latencies; says what was rounded, a line each. Throws InputError if there is no cycle
/// to count them in.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
