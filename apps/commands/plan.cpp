// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "apps/commands/command_line.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/formats/goal_job.hpp"
#include "romcast/formats/msccl_job.hpp"
#include "romcast/run/run.hpp"
#include "romcast/run/shared_search.hpp"
#include "romcast/view/picture.hpp"

namespace romcast {
namespace {

// If the algorithm searches and there are several ranks, all ranks search, and rank 0 takes the
// best plan into the job. Returns false on rank 0, which continues, and true on the other ranks,
// whose work is done.
bool found_by_others(CommandLine& given, Job& job) {
  Ranks& ranks = *given.ranks;
  if (!ranks.several() || !searches(job.algorithm)) return !ranks.first();
  FoundPlan best = search_on_ranks(ranks, job, tell_note);
  given.rank_lost = best.rank_lost;
  if (!best.plan) return true;
  job.algorithm.build = [plan = *best.plan](const Problem&) { return plan; };
  return false;
}

int plan(CommandLine& given) {
  if (!given.foreign()) given.run.save_plan = std::exchange(given.output, "");
  show_progress(given.run);
  Job job = resolve(given.scenario);
  if (found_by_others(given, job)) return kPass;
  tell_notes(*job.problem.topology);
  Run run(std::move(job), given.run);
  const Report report = run.report();
  if (given.foreign()) {
    (given.goal() ? write_goal_plan : write_msccl_plan)(run, given.output);
    return show(report, given);
  }
  const std::string drawn = run.symmetric() ? "no picture: it has too many hops to look at each\n"
                                            : picture(run.network(), run.job().problem.collective,
                                                      run.plan().open, {output_columns()});
  return show(report, given, drawn + "\n");
}

}  // namespace

void add_plan(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "plan",
      "Compute a schedule and compare it with theory, without hardware; draw it if it is small");
  add_scenario_options(*command, given.scenario);
  add_output(*command, given, "write the schedule; - for stdout");
  add_format(*command, given,
             "format of the output (schedule); goal, msccl: to stdout unless -o is given");
  add_per_node(*command, given);
  add_json(*command, given);
  command->footer(
      "Example: romcast plan --arity 2 --height 2 --collective allgather --ports multi");
  command->callback([&given] {
    given.command = plan;
    given.on_ranks = given.ends_apart = true;
    if (given.foreign() && given.output.empty()) given.output = "-";
  });
}

}  // namespace romcast
