// SPDX-License-Identifier: Apache-2.0
// What is wrong with a command line that could not be parsed, in words that help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace romcast {

/// One line on words that the command line does not know, with the nearest that it knows, or on
/// whatever else is wrong with it; ends with where to read more. `app` has been parsed.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace romcast
