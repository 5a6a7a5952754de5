// SPDX-License-Identifier: Apache-2.0
// Times with units, and their conversion into cycles of links and of LogP and LogGP machines.
#pragma once

#include <string>
#include <string_view>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// Characters that occur only in times with a unit.
inline constexpr const char* kUnitLetters = "numps.";

/// Parses a time into seconds: digits, optionally with a point, and ns, us, ms or s. Throws
/// InputError "--option text: ...".
double parse_time(std::string_view option, std::string_view text);

/// Converts times with units into options of links, or into cycles of the timing, and messages of
/// --bytes bytes into longer gaps and latencies; returns remarks on rounding and on the cost of the
/// bytes, a line each. Throws InputError if the duration of a cycle is unknown.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
