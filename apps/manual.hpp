// SPDX-License-Identifier: Apache-2.0
// The man page, generated from the help of the commands, and the footer of the program's help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace romcast {

/// The environment variables that the program reads, and first steps.
std::string help_footer();

/// romcast(1), for man.
std::string man_page(const CLI::App& app);

}  // namespace romcast
