// SPDX-License-Identifier: Apache-2.0
// Times with units, and their conversion into cycles of links and of LogP and LogGP machines.
#pragma once

#include <string>
#include <string_view>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// If the text of a LogP time contains one of these characters, the text is read as a time with a
/// unit, else as a number of cycles.
inline constexpr const char* kUnitLetters = "numps.";

/// Parses a time into seconds: digits, optionally with a point, and ns, us, ms or s. Throws
/// InputError "--option text: ...".
double parse_time(std::string_view option, std::string_view text);

/// If the links of the network can have times, moves --latency, --cycle and --chunk to the
/// network's options. Converts the remaining times with units into cycles of the timing. If
/// --bytes is given, lengthens gap and latency by the cost of the bytes. Returns remarks on
/// rounding and on this cost, a line each. Throws InputError if, among the remaining times, one
/// with a unit lacks --cycle, or --cycle lacks a time with a unit; if a time is wrong; or if
/// --bytes is given and a byte costs nothing.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
