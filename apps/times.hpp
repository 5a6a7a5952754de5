// SPDX-License-Identifier: Apache-2.0
// Times with units: times of LogP and LogGP machines are converted into cycles, times of links
// become options of the network.
#pragma once

#include <string>
#include <string_view>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// True if the text of a LogP time, or of a latency of links, is read as a time with a unit, false
/// if it is read as a number of cycles.
bool reads_as_time(std::string_view text);

/// Returns a time in seconds. `text`: digits, optionally with a point, and ns, us, ms or s; if not,
/// throws InputError "--option text: ...".
double parse_time(std::string_view option, std::string_view text);

/// If the links of the network can have times, moves --latency, --cycle and --chunk to the
/// network's options. Converts the remaining times with units into cycles of the timing. If
/// --bytes is given, lengthens gap and latency by the cost of the bytes. Returns remarks on
/// rounding and on this cost, a line each. Throws InputError if a time with a unit remains, but no
/// --cycle; if --cycle remains, but no other time with a unit; if a time is malformed or too long;
/// or if --bytes is given and a byte costs nothing.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
