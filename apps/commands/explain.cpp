// SPDX-License-Identifier: Apache-2.0
#include "apps/explain.hpp"

#include "apps/commands/commands.hpp"
#include "apps/picture.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {

void add_explain(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "explain", "Tell of an algorithm or a claim: source, formula, erratum, a small drawing");
  command->add_option("what", given.what, "an algorithm (romcast list algorithms) or a claim")
      ->required();
  command->callback([&given] {
    given.command = [](const CommandLine& asked) {
      print(explain(asked.what, std::min<std::size_t>(picture_size().columns, 100)));
      return kPass;
    };
  });
}

}  // namespace romcast
