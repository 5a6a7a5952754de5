// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/commands/commands.hpp"
#include "apps/goal.hpp"
#include "apps/msccl.hpp"
#include "apps/options.hpp"
#include "apps/progress.hpp"
#include "apps/schedule_scenario.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/schedule_file.hpp"

namespace romcast {
namespace {

int check_goal(CommandLine& given, GivenFile& input) {
  given.run.progress = terminal_progress();
  const GoalScenario file(read_goal(input.stream(), input.name(), given.run.progress),
                          given.scenario, given.run.progress, given.claim());
  given.run.hardware = false;
  const Report report = file.run(given.run);
  const Problem& problem = file.resolved().problem;
  return show(report, given,
              looks(*problem.topology, problem.collective, file.schedule(), *report.plan));
}

int check_msccl(const CommandLine& given, GivenFile& input) {
  const CheckedMsccl program = read_msccl(input.stream(), input.name(), given.scenario);
  if (!program.schedule) return show(msccl_report(program), given);
  const ScheduleScenario file(*program.schedule, input.name(), without_network(given.scenario));
  Report report = file.run({.hardware = false});
  report.plan_note = program.note;
  const Problem& problem = file.resolved().problem;
  return show(report, given,
              looks(*problem.topology, problem.collective, file.schedule(), *report.plan));
}

int check(CommandLine& given) {
  GivenFile input(given.file);
  if (is_goal(input, given)) return check_goal(given, input);
  check_no_claim(given, input.name());
  if (format_of(input, given) == GivenFile::Content::msccl) return check_msccl(given, input);
  if (given.scenario.timing.logp()) {
    throw InputError(
        fmt::format("--latency, --overhead, --gap: {} is no GOAL program, and a schedule says its "
                    "own; leave them out",
                    input.name()));
  }
  const ScheduleFile file = read_schedule(input.stream(), input.name());
  const ScheduleHeader& header = file.header;
  Report report{.scenario = scenario_json(*header.topology, *header.collective, header.ports,
                                          header.timing, header.algorithm)};
  const OpenSchedule schedule = stored_schedule(file.hops);
  report.plan = judge(*header.topology, *header.collective, header.ports, schedule, header.limit,
                      header.timing);
  // What queues cannot follow runs on stores, where no node may hear itself.
  if (report.plan->hears_own && report.plan->violation_count == 0) {
    const auto runs_on = network_that_runs(header, schedule);
    if (runs_on != header.topology) {
      report.plan = judge(*runs_on, *header.collective, header.ports, schedule, {}, header.timing);
    }
  }
  return show(report, given, looks(*header.topology, *header.collective, schedule, *report.plan));
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
  add_logp_times(*command, given.scenario);
  add_claim(*command, given);
  add_json(*command, given);
  command->callback([&given] { given.command = check; });
}

}  // namespace romcast
