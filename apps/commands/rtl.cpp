// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/given_job.hpp"
#include "apps/files.hpp"
#include "apps/options.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/design/folder.hpp"

namespace romcast {
namespace {

int rtl(CommandLine& given) {
  read_control(given);
  Run run(given_job(given), given.run);
  if (run.job().given && !run.legal()) return show(run.report(), given);
  const RtlSummary summary = write_rtl(given.output, run, given.statistics != 0);
  print(fmt::format("nodes {}  processors {}  load {} words of {} bits\n", summary.nodes,
                    summary.processors, summary.words, summary.word_bits));
  print(fmt::format("expected: cycles {} hops {} delivered {}; make -C {} sim\n", summary.cycles,
                    summary.hops, summary.delivered, path_word(given.output)));
  return kPass;
}

}  // namespace

void add_rtl(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "rtl", "Write a scenario or a file as a complete Verilog design, with processors");
  add_file(*command, given);
  add_file_options(*command, given);
  add_scenario_options(*command, given.scenario);
  add_rom_words(*command, given);
  add_control(*command, given);
  command
      ->add_option(
          "--statistics", given.statistics,
          "1: nodes have counters, high-water marks and flags; 0: none, for a smaller design")
      ->check(CLI::Range(0, 1))
      ->transform(decimal())
      ->type_name("0|1")
      ->capture_default_str()
      ->group("Hardware");
  add_output(*command, given, "folder to write the design to", "DIR")->required();
  command->callback([&given] { given.command = rtl; });
}

}  // namespace romcast
