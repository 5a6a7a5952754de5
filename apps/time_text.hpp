// SPDX-License-Identifier: Apache-2.0
// Times with a unit, as people measure them.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

/// What only a time with a unit contains.
inline constexpr const char* kUnitLetters = "numps.";

/// Seconds. `text`: digits, perhaps with a point, and ns, us, ms or s. Throws InputError "--option
/// text: ...".
double parse_time(std::string_view option, std::string_view text);

}  // namespace romcast
