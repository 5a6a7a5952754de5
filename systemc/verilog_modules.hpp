// SPDX-License-Identifier: Apache-2.0
// Finds the Verilog modules that a module instantiates.
#pragma once

#include <map>
#include <set>
#include <string>

namespace romcast {

/// A module and all modules that it instantiates, directly or indirectly, among the given texts.
/// Errs on the safe side: possible instances count, and all modules do if a text has macros or
/// includes.
std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts);

}  // namespace romcast
