// SPDX-License-Identifier: Apache-2.0
// Times with units.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

/// Characters that occur only in times with a unit.
inline constexpr const char* kUnitLetters = "numps.";

/// Parses a time into seconds: digits, optionally with a point, and ns, us, ms or s. Throws
/// InputError "--option text: ...".
double parse_time(std::string_view option, std::string_view text);

}  // namespace romcast
