// SPDX-License-Identifier: Apache-2.0
// Converts times of LogP and LogGP machines from units into cycles.
#pragma once

#include <string>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// Converts times with units into options of links, or into cycles of the timing, and messages of
/// --bytes bytes into longer gaps and latencies; returns remarks on rounding, a line each. Throws
/// InputError if the duration of a cycle is unknown.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
