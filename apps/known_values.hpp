// SPDX-License-Identifier: Apache-2.0
// The known values of options, for options with a fixed set of values.
#pragma once

#include <map>
#include <set>
#include <string>

namespace romcast {

/// Keyed by the long name of the option, without dashes.
std::map<std::string, std::set<std::string>> known_values();

}  // namespace romcast
