// SPDX-License-Identifier: Apache-2.0
#include "apps/network.hpp"

#include "apps/commands/commands.hpp"
#include "apps/options.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast {
namespace {

int network(const CommandLine& given) {
  const auto made = network_of(given.scenario);
  check_timing(given.scenario.network, *made, {}, given.scenario.timing);
  say(network_notes(*made));
  const nlohmann::ordered_json json = network_json(*made);
  if (!given.output.empty()) write_network(*made, given.output);
  if (!given.json.empty()) write_json(given.json, json);
  if (given.results_on_stdout() == 0) print(network_text(json));
  return kPass;
}

}  // namespace

void add_network(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("network", "Measure a network; write it to a file or draw it");
  add_network_choice(*command, given.scenario);
  command
      ->add_option("-o,--output", given.output,
                   "write the network: .dot, .graphml or .svg (needs nodejs); - for DOT on stdout")
      ->type_name("FILE")
      ->group("Output");
  add_json(*command, given);
  command->footer("Example: romcast network --network torus --dims 4x4 -o torus.svg");
  command->callback([&given] { given.command = network; });
}

}  // namespace romcast
