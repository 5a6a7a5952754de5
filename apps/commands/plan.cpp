// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "apps/commands/commands.hpp"
#include "apps/goal.hpp"
#include "apps/msccl.hpp"
#include "apps/network.hpp"
#include "apps/options.hpp"
#include "apps/picture.hpp"
#include "apps/progress.hpp"
#include "apps/runner.hpp"
#include "apps/shared_search.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

// On several ranks each searches, if there is anything to be searched for; the first one goes on
// with the best. Nothing is left to do for the others.
bool found_elsewhere(CommandLine& given, Resolved& resolved, Algorithm& found) {
  Ranks& ranks = *given.ranks;
  if (!ranks.several() || !searches(*resolved.algorithm)) return !ranks.first();
  FoundPlan best = search_on_ranks(ranks, resolved, [](const std::string& text) {
    say(fmt::format("romcast: note: {}\n", text));
  });
  given.rank_lost = best.rank_lost;
  if (!best.plan) return true;
  found = *resolved.algorithm;
  found.build = [plan = *best.plan](const Problem&) { return plan; };
  resolved.algorithm = &found;
  return false;
}

int plan(CommandLine& given) {
  given.run.hardware = false;
  if (!given.foreign()) given.run.save_plan = std::exchange(given.output, "");
  given.run.progress = terminal_progress();
  Resolved resolved = resolve(given.scenario);
  Algorithm found;
  if (found_elsewhere(given, resolved, found)) return kPass;
  say(network_notes(*resolved.problem.topology));
  Plan made;
  const Report report = run_resolved(resolved, given.run, &made);
  if (given.foreign()) {
    (given.goal() ? write_goal_plan : write_msccl_plan)(resolved, given.output);
    return show(report, given);
  }
  const std::string drawn =
      made.open ? picture(*resolved.problem.topology, resolved.problem.collective, made.open)
                : "no picture: it has too many hops to look at each\n";
  return show(report, given, drawn + "\n");
}

}  // namespace

void add_plan(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "plan",
      "Compute a schedule and compare it with theory, without hardware; draw it if it is small");
  add_scenario_options(*command, given.scenario);
  command->add_option("-o,--output", given.output, "write the schedule; - for stdout")
      ->type_name("FILE")
      ->group("Output");
  add_format(*command, given,
             "format of the output (schedule); goal, msccl: to stdout unless -o is given");
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
