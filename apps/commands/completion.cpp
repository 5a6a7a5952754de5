// SPDX-License-Identifier: Apache-2.0
#include "apps/completion.hpp"

#include "apps/commands/commands.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {

void add_completion(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("shell", given.what, "bash | zsh | fish")->required();
  command->footer("Example: source <(romcast completion bash)");
  command->callback([&app, &given] {
    given.command = [&app](const CommandLine& asked) {
      print(completion(app, asked.what));
      return kPass;
    };
  });
}

}  // namespace romcast
