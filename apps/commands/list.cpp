// SPDX-License-Identifier: Apache-2.0
#include "apps/list.hpp"

#include <fmt/format.h>

#include "apps/commands/commands.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

int list(const CommandLine& given) {
  const bool swallowed = given.what.empty() && is_list(given.json);
  if (swallowed) {
    throw InputError(fmt::format("--json {}: a file? For {} as JSON give romcast list {} --json",
                                 given.json, given.json, given.json));
  }
  if (given.json.empty()) {
    print(list_text(given.what, given.filter, output_columns()));
  } else {
    write_json(given.json, list_json(given.what, given.filter));
  }
  return kPass;
}

// Commands without a table write JSON to stdout by default.
void add_list_json(CLI::App& command, CommandLine& given) {
  command
      .add_option_function<std::string>(
          "--json", [&given](const std::string& file) { given.json = file.empty() ? "-" : file; },
          "write the list as JSON; to stdout if FILE is left out")
      ->expected(0, 1)
      ->type_name("[FILE|-]")
      ->group("Output");
}

}  // namespace

void add_list(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("list", "List networks, collectives and algorithms, with their sources");
  command->add_option("what", given.what,
                      "networks | collectives | algorithms | patterns | claims");
  command->add_flag("--all", given.filter.all, "all networks, collectives and algorithms in full");
  command->add_option("-n,--network", given.filter.network, "only algorithms for this network");
  command->add_option("-c,--collective", given.filter.collective,
                      "only algorithms for this collective");
  add_list_json(*command, given);
  command->callback([&given] { given.command = list; });
}

}  // namespace romcast
