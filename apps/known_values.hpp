// SPDX-License-Identifier: Apache-2.0
// What may stand behind an option, where that is a list.
#pragma once

#include <map>
#include <set>
#include <string>

namespace romcast {

/// By the long name of the option, without dashes.
std::map<std::string, std::set<std::string>> known_values();

}  // namespace romcast
