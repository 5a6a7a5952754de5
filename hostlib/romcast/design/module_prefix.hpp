// SPDX-License-Identifier: Apache-2.0
// Prefixes names of modules in Verilog that romcast writes: `queue` could collide with a module of
// the user.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace romcast {

/// The name of `module` in Verilog that romcast writes: with the prefix `rmc_`, not added twice.
std::string prefixed(const std::string& module);
/// Returns `text` with the names of these modules prefixed where the modules are declared and
/// instantiated, and where a `//` comment names them or their files.
std::string with_prefixed(std::string_view text, const std::set<std::string>& modules);

}  // namespace romcast
