// SPDX-License-Identifier: Apache-2.0
// The man page, made from the help of the commands, and what ends that of the program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace romcast {

/// What the program reads from its environment, and how to begin.
std::string help_footer();

/// romcast(1), for man.
std::string man_page(const CLI::App& app);

}  // namespace romcast
