// SPDX-License-Identifier: Apache-2.0
// Times with units, and their conversion into cycles of links and of LogP and LogGP machines.
#pragma once

#include <string>
#include <string_view>

#include "apps/scenario.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {

/// A time of a LogP machine that contains one of these characters is read as one with a unit, any
/// other as a number of cycles.
inline constexpr const char* kUnitLetters = "numps.";

/// Parses a time into seconds: digits, optionally with a point, and ns, us, ms or s. Throws
/// InputError "--option text: ...".
double parse_time(std::string_view option, std::string_view text);

/// Converts times with units into options of links, or into cycles of the timing. If --bytes is
/// given, lengthens gap and latency by the cost of the bytes. Returns remarks on rounding and on
/// this cost, a line each. Throws InputError if a unit needs the duration of a cycle and that is
/// unknown, or if a time or the cost of a byte is missing or wrong.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
