// SPDX-License-Identifier: Apache-2.0
#include "apps/demo.hpp"

#include "apps/commands/commands.hpp"
#include "apps/terminal.hpp"

namespace romcast {

void add_demo(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("demo", "Run every collective on four networks, one table per network");
  command->callback([&given] {
    given.command = [](const CommandLine& asked) { return demo(asked.program, steady_progress()); };
  });
}

}  // namespace romcast
