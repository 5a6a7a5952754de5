// SPDX-License-Identifier: Apache-2.0
// Which Verilog modules a module is made of.
#pragma once

#include <map>
#include <set>
#include <string>

namespace romcast {

/// A module and all that it instantiates, directly or not, of those whose texts are given by name.
/// Modules that a text might mean count, too: all of them where it has macros or includes files.
std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts);

}  // namespace romcast
