// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/given_job.hpp"
#include "apps/options.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/design/rom_hardware.hpp"

namespace romcast {
namespace {

// The given job, with ROMs in the nodes. A crossbar keeps the job's control, since a crossbar may
// decode destinations while the processors have ROMs.
Job job_with_roms(const CommandLine& given) {
  Job job = given_job(given);
  if (job.problem.topology->crossbar()) return job;
  if (job.hardware.control == Control::rule) {
    throw InputError("--control rule: these are ROM images; leave it out");
  }
  job.hardware.control = Control::rom;
  return job;
}

int rom(CommandLine& given) {
  read_control(given);
  Run run(job_with_roms(given), given.run);
  const HardwareOptions& hardware = run.job().hardware;
  if (hardware.fabric || hardware.control == Control::rule) run.check_hardware();
  if (run.job().given && !run.legal()) return show(run.report(), given);
  std::string text;
  for (const RomRow& row : write_roms(given.output, run)) {
    text += fmt::format("{:<12} {}\n", row.nodes, rom_text(row.size));
  }
  print(text);
  return kPass;
}

}  // namespace

void add_rom(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("rom", "Write the ROM images of a scenario or a file");
  add_file(*command, given);
  add_file_options(*command, given);
  add_scenario_options(*command, given.scenario);
  add_rom_words(*command, given);
  add_control(*command, given);
  add_output(*command, given, "folder to write the images and manifest.json to", "DIR")->required();
  command->callback([&given] { given.command = rom; });
}

}  // namespace romcast
