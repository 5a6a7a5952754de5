// SPDX-License-Identifier: Apache-2.0
// Explains an error in a command line that could not be parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace romcast {

/// One line on unknown words of the command line, with the nearest known ones, or on any other
/// error; ends with a pointer to the help. `app` has been parsed.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace romcast
