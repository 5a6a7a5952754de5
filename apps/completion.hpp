// SPDX-License-Identifier: Apache-2.0
// Shell completion, generated from the declared options.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace romcast {

/// A script that completes commands, options and known values in `shell`: bash, zsh or fish. Throws
/// InputError for any other shell.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace romcast
