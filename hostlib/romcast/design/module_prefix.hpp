// SPDX-License-Identifier: Apache-2.0
// Names of modules in written designs: `queue` or `crossbar` could collide with a user's modules.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace romcast {

/// The name of a module in a written design: `rmc_` and its name, unless it has that prefix.
std::string prefixed(const std::string& module);
/// A Verilog text in which these modules have their prefixed names: where they are declared and
/// instantiated, and where a comment names them or their files.
std::string with_prefixed(std::string_view text, const std::set<std::string>& modules);

}  // namespace romcast
