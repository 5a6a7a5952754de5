// SPDX-License-Identifier: Apache-2.0
#include "apps/cache.hpp"

#include "apps/commands/commands.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

int cache(const CommandLine& given) {
  const nlohmann::ordered_json found = given.what == "clear" ? clear_cache() : cache_json();
  if (given.json != "-") print(cache_text(found));
  if (!given.json.empty()) write_file(given.json, found.dump(2) + "\n");
  return kPass;
}

}  // namespace

void add_cache(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("cache", "Show or clear the cache of built switch models");
  command->add_option("what", given.what, "clear: remove the models")
      ->check(CLI::IsMember({"clear"}));
  add_json(*command, given);
  command->callback([&given] { given.command = cache; });
}

}  // namespace romcast
