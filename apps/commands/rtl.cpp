// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/commands.hpp"
#include "apps/options.hpp"
#include "apps/runner.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

int show_design(const CommandLine& given, const Resolved& resolved) {
  const RtlSummary summary = write_rtl(given.output, resolved, given.run);
  print(fmt::format("nodes {}  processors {}  load {} words of {} bits\n", summary.nodes,
                    summary.processors, summary.words, summary.word_bits));
  print(fmt::format("expected: cycles {} hops {} delivered {}; make -C {} sim\n", summary.cycles,
                    summary.hops, summary.delivered, given.output));
  return kPass;
}

int rtl(CommandLine& given) {
  read_control(given);
  if (given.file.empty()) return show_design(given, resolve(given.scenario));
  GivenFile input(given.file);
  if (is_goal(input, given)) {
    throw InputError(
        fmt::format("{}: a GOAL program; designs are made of schedules", input.name()));
  }
  const auto file = given_schedule(input, given);
  const Report report = file->run({.hardware = false});
  if (report.plan->violation_count > 0) return show(report, given);
  return show_design(given, file->resolved());
}

}  // namespace

void add_rtl(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "rtl", "Write a scenario or a schedule file as a complete Verilog design, with processors");
  command->add_option("file", given.file,
                      "schedule (docs/schedule-format.md) or MSCCL program (docs/msccl.md); - for "
                      "stdin");
  add_scenario_options(*command, given.scenario);
  add_rom_words(*command, given);
  add_control(*command, given);
  command->add_option("-o,--output", given.output, "folder to write the design to")
      ->type_name("DIR")
      ->required()
      ->group("Output");
  command->callback([&given] { given.command = rtl; });
}

}  // namespace romcast
