// SPDX-License-Identifier: Apache-2.0
#include "apps/explain.hpp"

#include "apps/commands/commands.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {

namespace {

std::optional<Instance> instance_of(const Scenario& scenario) {
  const Options& given = scenario.given;
  if (given.empty()) return std::nullopt;
  return Instance{scenario, given.contains("collective"), given.contains("network"),
                  given.contains("ports")};
}

}  // namespace

void add_explain(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "explain",
      "Tell of an algorithm or a claim: source, formula, erratum, what the papers count in an "
      "instance of it, a small drawing");
  command->add_option("what", given.what, "an algorithm (romcast list algorithms) or a claim")
      ->required();
  add_scenario_options(*command, given.scenario);
  command->footer(
      "Examples: romcast explain trees-thm5\n"
      "          romcast explain fibonacci --processors 22 --degree 3 --messages 3\n"
      "          romcast explain optimal-tree --processors 8 --latency 6 --overhead 2 --gap 4");
  command->callback([&given] {
    given.command = [](const CommandLine& asked) {
      print(explain(asked.what, instance_of(asked.scenario),
                    std::min<std::size_t>(output_columns(), 100)));
      return kPass;
    };
  });
}

}  // namespace romcast
