// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "apps/commands/commands.hpp"
#include "apps/goal.hpp"
#include "apps/msccl.hpp"
#include "apps/options.hpp"
#include "apps/progress.hpp"
#include "apps/schedule_scenario.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/run/node_report.hpp"

namespace romcast {
namespace {

// The verdict comes first, the picture after it.
int show_verdict(const Report& report, Run& run, const CommandLine& given) {
  return show(report, given, "", given.brief ? "" : "\n" + looks(run));
}

int check_goal(CommandLine& given, GivenFile& input) {
  given.run.progress = terminal_progress();
  given.run.notice = tell_notice;
  Run run(goal_job(read_goal(input.stream(), input.name(), given.run.progress), given.scenario,
                   given.run.progress, given.claim()),
          given.run);
  return show_verdict(run.report(), run, given);
}

int check_msccl(const CommandLine& given, GivenFile& input) {
  const CheckedMsccl program = read_msccl(input.stream(), input.name(), given.scenario);
  if (!program.schedule) return show(msccl_report(program), given);
  Job job = schedule_job(*program.schedule, input.name(), without_network(given.scenario));
  job.given->note = program.note;
  Run run(std::move(job), given.run);
  return show_verdict(run.report(), run, given);
}

// A legal schedule that FIFO queues cannot run is judged on stores, where leaves may do less.
Run judging_run(Job job, const RunSettings& settings) {
  Run run(job, settings);
  if (!run.legal() || !run.verdict().needs_queues) return run;
  return Run(on_network_that_runs(std::move(job)), settings);
}

// Reports the verdict on the file alone: neither theory nor hardware.
Report judged_as_it_is(Run& run) {
  const Problem& problem = run.job().problem;
  Report report{.scenario = scenario_json(*problem.topology, problem.collective, problem.ports,
                                          problem.timing, run.job().algorithm.name)};
  report.plan = run.verdict();
  add_passing(run.judged(), *report.plan, report);
  return report;
}

int check(CommandLine& given) {
  GivenFile input(given.file);
  if (is_goal(input, given)) return check_goal(given, input);
  check_no_claim(given, input.name());
  if (format_of(input, given) == GivenFile::Content::msccl) return check_msccl(given, input);
  check_beside_file(
      given.scenario,
      refusing_all_but({}, fmt::format("{} is no GOAL program, and a schedule says its own; leave "
                                       "it out",
                                       input.name())));
  Run run = judging_run(judging_job(read_schedule(input.stream(), input.name()), input.name()),
                        given.run);
  return show_verdict(judged_as_it_is(run), run, given);
}

}  // namespace

void add_check(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("check", "Judge a schedule, a GOAL or an MSCCL program from any source");
  command
      ->add_option(
          "file", given.file,
          "schedule (docs/schedule-format.md), GOAL program (docs/goal.md) or MSCCL program "
          "(docs/msccl.md); - for stdin")
      ->required();
  add_format(
      *command, given,
      "format of the file (default: detected); the operations of a GOAL program are timed first");
  add_network_and_ports(*command, given.scenario);
  add_logp_times(*command, given.scenario);
  command->add_flag("--brief", given.brief, "leave out the picture and the violations")
      ->group("Output");
  add_claim(*command, given);
  add_json(*command, given);
  command->callback([&given] { given.command = check; });
}

}  // namespace romcast
