// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/commands.hpp"
#include "apps/options.hpp"
#include "apps/runner.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

int show_roms(const CommandLine& given, const Resolved& resolved) {
  std::string text;
  for (const RomRow& row : write_roms(given.output, resolved, given.run)) {
    text += fmt::format("{:<12} {}\n", row.nodes, rom_text(row.size));
  }
  print(text);
  return kPass;
}

int rom(CommandLine& given) {
  read_control(given);
  const auto made = [&](const Resolved& resolved) { return show_roms(given, resolved); };
  if (!given.file.empty()) return make_of_file(given, {.hardware = false}, made);
  check_no_file(given);
  return made(resolve(given.scenario));
}

}  // namespace

void add_rom(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("rom", "Write the ROM images of a scenario or a file");
  command->add_option(
      "file", given.file,
      "schedule (docs/schedule-format.md), GOAL program (docs/goal.md) or MSCCL program "
      "(docs/msccl.md); - for stdin");
  add_file_options(*command, given);
  add_scenario_options(*command, given.scenario);
  add_rom_words(*command, given);
  add_control(*command, given);
  command
      ->add_option("-o,--output", given.output, "folder to write the images and manifest.json to")
      ->type_name("DIR")
      ->required()
      ->group("Output");
  command->callback([&given] { given.command = rom; });
}

}  // namespace romcast
