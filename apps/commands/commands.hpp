// SPDX-License-Identifier: Apache-2.0
// The commands, a file each: the options of a command, and its action after parsing.
#pragma once

#include "apps/commands/command_line.hpp"

namespace romcast {

// Each function adds a command, which stores itself in `given.command` if the user chose it.
void add_run(CLI::App& app, CommandLine& given);
void add_plan(CLI::App& app, CommandLine& given);
void add_check(CLI::App& app, CommandLine& given);
void add_rom(CLI::App& app, CommandLine& given);
void add_rtl(CLI::App& app, CommandLine& given);
void add_fabric(CLI::App& app, CommandLine& given);
void add_board(CLI::App& app, CommandLine& given);
void add_sweep(CLI::App& app, CommandLine& given);
void add_view(CLI::App& app, CommandLine& given);
void add_network(CLI::App& app, CommandLine& given);
void add_design(CLI::App& app, CommandLine& given);
void add_list(CLI::App& app, CommandLine& given);
void add_cache(CLI::App& app, CommandLine& given);
void add_completion(CLI::App& app, CommandLine& given);
void add_explain(CLI::App& app, CommandLine& given);
void add_reproduce(CLI::App& app, CommandLine& given);
void add_demo(CLI::App& app, CommandLine& given);

}  // namespace romcast
