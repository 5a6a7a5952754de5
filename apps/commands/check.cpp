// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/commands/given_job.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/judge/seam_judge.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/job_queues.hpp"
#include "romcast/run/node_report.hpp"

namespace romcast {
namespace {

// Shows the report and, unless --brief, the picture and the violations; returns the exit status.
int show_verdict(const Report& report, Run& run, const CommandLine& given) {
  return show(report, given, "", given.brief ? "" : "\n" + looks(run));
}

int check_goal(CommandLine& given, GivenFile& input) {
  show_progress(given.run);
  Run run(given_goal(input, given), given.run);
  return show_verdict(run.report(), run, given);
}

int check_msccl(const CommandLine& given, GivenFile& input) {
  const CheckedMsccl program = given_msccl(input, given);
  if (!program.schedule) return show(msccl_report(program), given);
  Job job = schedule_job(*program.schedule, input.name(), given.scenario.hardware);
  job.given->note = program.note;
  Run run(std::move(job), given.run);
  return show_verdict(run.report(), run, given);
}

// Returns a run that judges the schedule of the job. A schedule that is legal, but uses hops that
// only trees with queues allow (Verdict::needs_queues), is judged on the network that will run it.
// If FIFO queues cannot run the schedule, that network is the same tree with stores, which does not
// allow these hops.
Run judging_run(Job job, const RunSettings& settings) {
  Run run(job, settings);
  if (!run.legal() || !run.verdict().needs_queues) return run;
  return Run(on_network_that_runs(std::move(job)), settings);
}

// Reports only the verdict on the file, without theory and hardware.
Report judged_as_it_is(Run& run) {
  const Problem& problem = run.job().problem;
  Report report{.scenario = scenario_json(*problem.topology, problem.collective, problem.ports,
                                          problem.timing, run.job().algorithm.name)};
  report.plan = run.verdict();
  report.period = run.judged().period;
  report.sections = {saved_slots({}, {})};
  add_passing(run.judged(), *report.plan, report);
  return report;
}

[[noreturn]] void refuse_then(const std::string& file, const std::string& reason) {
  throw InputError(fmt::format("--then {}: {}", file, reason));
}

// Reads a schedule, or slot tables in the format of --format, and judges it.
Run judged_table(GivenFile& input, const CommandLine& given, const RunSettings& settings) {
  ScheduleFile file = given.slot_tables() ? given_slot_tables(input, given)
                                          : read_schedule(input.stream(), input.name());
  return judging_run(judging_job(std::move(file), input.name()), settings);
}

// True if both networks have the same kind, number of processors, nodes (names and whether they
// forward), channels (ends, first link, capacity and times), and duration of a cycle, if known.
// Options may differ: the name of a file, or the order in which broken links are listed.
bool same_network(const Topology& one, const Topology& other) {
  const auto traits = [](const Channel& channel) {
    return std::tuple(channel.from, channel.to, channel.first_link, channel.capacity, channel.time);
  };
  const auto same = [&](const Channel& a, const Channel& b) { return traits(a) == traits(b); };
  const double cycle = one.cycle_seconds(), other_cycle = other.cycle_seconds();
  const bool clocks_differ = cycle > 0 && other_cycle > 0 && cycle != other_cycle;
  if (clocks_differ || one.network() != other.network() || one.processors() != other.processors() ||
      one.nodes() != other.nodes() || !std::ranges::equal(one.channels(), other.channels(), same)) {
    return false;
  }
  for (NodeId v = 0; v < one.nodes(); ++v) {
    if (one.node_name(v) != other.node_name(v) || one.forwards(v) != other.forwards(v)) {
      return false;
    }
  }
  return true;
}

// Judges the seam from the legal run `before` to the schedule of --then. Throws InputError if that
// schedule is illegal, or if no seam can join the two schedules.
SeamVerdict seam_to(const CommandLine& given, Run& before) {
  const std::string& file = given.what;
  GivenFile input(file);
  Run after = judged_table(input, given, {});
  const auto old_period = before.plan().period, new_period = after.plan().period;
  if (!old_period || !new_period) {
    refuse_then(file, fmt::format("{} has no period; a seam joins two schedules that repeat",
                                  old_period ? file : before.job().given->file));
  }
  const Problem& problem = before.job().problem;
  const Problem& other = after.job().problem;
  if (!same_network(*problem.topology, *other.topology)) {
    refuse_then(file, "it is for another network");
  }
  if (problem.ports != other.ports) {
    refuse_then(file, fmt::format("it is for ports {}, the first table for ports {}",
                                  other.ports.name(), problem.ports.name()));
  }
  if (!after.legal()) {
    refuse_then(
        file, fmt::format("it is no legal schedule: {}", after.verdict().violations.front().text));
  }
  return judge_seam(*problem.topology, problem.ports,
                    {problem.collective, before.plan().open, *old_period},
                    {other.collective, after.plan().open, *new_period});
}

int check(CommandLine& given) {
  GivenFile input(given.file);
  const GivenFile::Content content = format_of(input, given);
  const bool goal = content == GivenFile::Content::goal;
  const bool msccl = content == GivenFile::Content::msccl;
  if ((goal || msccl) && !given.what.empty()) {
    refuse_then(given.what, fmt::format("{} is {} program; a seam joins two schedules that repeat",
                                        input.name(), goal ? "a GOAL" : "an MSCCL"));
  }
  if (goal) return check_goal(given, input);
  check_no_claim(given, input.name());
  if (msccl) return check_msccl(given, input);
  if (!given.slot_tables()) {
    check_alone(given,
                input.name() + " is no GOAL program, and a schedule says its own; leave it out");
  }
  Run run = judged_table(input, given, given.run);
  Report report = judged_as_it_is(run);
  if (!given.what.empty() && run.legal()) report.seam = seam_to(given, run);
  return show_verdict(report, run, given);
}

}  // namespace

void add_check(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("check", "Judge a schedule, a GOAL or an MSCCL program from any source");
  add_file(*command, given)->required();
  add_format(
      *command, given,
      "format of the file (default: detected); the operations of a GOAL program are timed first; "
      "s4noc, poseidon: slot tables for the tiles of --network (docs/periodic.md)",
      true);
  add_network_and_ports(*command, given.scenario);
  add_logp_times(*command, given.scenario);
  command
      ->add_option(
          "--then", given.what,
          "a schedule that repeats, in the format of FILE: prove the change to it, word by "
          "word, at the end of a frame of this one")
      ->type_name("FILE");
  command->add_flag("--brief", given.brief, "leave out the picture and the violations")
      ->group("Output");
  add_claim(*command, given);
  add_json(*command, given);
  command->callback([&given] { given.command = check; });
}

}  // namespace romcast
