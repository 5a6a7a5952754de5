// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/fabric_runs.hpp"
#include "apps/commands/given_job.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/cosimulation.hpp"

namespace romcast {
namespace {

// Divides the run among all ranks; only rank 0 shows progress.
void take_part(CommandLine& given) {
  given.run.ranks = given.ranks;
  if (given.ranks->several() && given.file == "-") {
    throw InputError("-: only one of several ranks has standard input; give a file");
  }
  if (!given.ranks->first()) given.run.progress = {};
}

Job job_to_run(const CommandLine& given) {
  if (given.file.empty()) {
    Job job = scenario_job(given);
    if (given.ranks->first()) tell_notes(*job.problem.topology);
    return job;
  }
  GivenFile file(given.file);
  Job job = given_job(file, given);
  const bool saved = !given.run.save_plan.empty() || !given.run.save_trace.empty();
  if (is_goal(file, given) && saved && job.given->unrunnable.empty()) {
    throw InputError(
        "--save-plan, --save-trace: schedule files have no words for the messages of a GOAL file");
  }
  return job;
}

int run(CommandLine& given) {
  if (!given.fabric_options.period.empty()) return run_fabric(given);
  read_control(given);
  given.run.gated = !given.dense;
  show_progress(given.run);
  take_part(given);
  Run run(job_to_run(given), given.run);
  Cosimulation cosimulation;
  const Report report = run.report(cosimulation);
  const bool shown = !given.file.empty() && report.plan->violation_count > 0;
  return show(report, given, shown ? looks(run) : "");
}

}  // namespace

void add_run(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("run",
                                         "Plan a collective, judge it, run it on the Verilog "
                                         "switches and compare theory, plan and hardware");
  add_file(*command, given, " to run");
  add_file_options(*command, given);
  add_scenario_options(*command, given.scenario);
  add_control(*command, given);
  add_rom_words(*command, given);
  command
      ->add_option("--rom", given.scenario.hardware.rom_folder,
                   "run the ROM images in DIR, written by romcast rom")
      ->type_name("DIR")
      ->group("Hardware");
  command
      ->add_flag("--anyway", given.scenario.hardware.anyway,
                 "run even a schedule that the judge rejects, to see what the hardware detects")
      ->group("Hardware");
  command->add_flag("--dense", given.dense, "evaluate every switch in every cycle")
      ->group("Hardware");
  command
      ->add_flag("--audit", given.run.audit,
                 "also evaluate idle switches and check that they do not change; "
                 "judge the whole trace")
      ->group("Hardware");
  command->add_option("--save-plan", given.run.save_plan, "write the plan")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_option("--save-trace", given.run.save_trace,
                   "write the schedule that the links really carried")
      ->type_name("FILE")
      ->group("Output");
  command->add_option("--wave", given.run.wave_file, "waveform of --wave-nodes, .vcd or .fst")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_option("--wave-nodes", given.run.wave_nodes,
                   "nodes to record: switches such as s1.0,s2.0; star: labels such as 3241")
      ->delimiter(',')
      ->group("Output");
  add_run_fabric(*command, given);
  add_per_node(*command, given);
  add_json(*command, given);
  command->footer(
      "Example: romcast run --arity 4 --height 3 --collective alltoall --ports multi\n"
      "On many processes: mpirun -n 4 romcast run ... (docs/scale.md)");
  command->callback([&given] {
    given.command = run;
    given.on_ranks = true;
  });
}

}  // namespace romcast
