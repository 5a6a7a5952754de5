// SPDX-License-Identifier: Apache-2.0
#include "apps/run_figures.hpp"

#include "apps/hardware.hpp"
#include "romcast/core/unit_additions.hpp"

namespace romcast {

RunFigures::RunFigures(const Resolved& resolved, std::optional<QueueLimit> limit,
                       const Machine& machine)
    : judge_(make_judge_state(*resolved.problem.topology, resolved.problem.collective,
                              resolved.problem.ports, limit, resolved.problem.timing)),
      recount_(*resolved.problem.topology, resolved.problem.collective, resolved.problem.timing,
               machine.counts_transit()),
      places_(places_of(resolved.problem)) {}

void RunFigures::step(std::span<const Hop> hops) {
  recount_.step(hops);
  if (places_) places_->step(hops);
  judge_->step(hops);
}

std::vector<std::string> RunFigures::differences(const CosimulationResult& result,
                                                 const std::vector<QueueDepth>& depths,
                                                 bool lost) const {
  const std::vector<LevelQueues> switches = judge_->switches();
  return recount_.differences(result, switches, places_taken(depths, switches, places_), lost);
}

RunFigures::Values RunFigures::registers(NodeId node, const std::vector<DescribedPort>& ports,
                                         const std::vector<QueueDepth>& depths) const {
  const std::vector<LevelQueues> switches = judge_->switches();
  const Seen seen =
      node == kNone ? recount_.expected_of_crossbar()
                    : recount_.expected(node, switches, places_taken(depths, switches, places_));
  Values values;
  for (const DescribedPort& port : ports) {
    if (const auto value = register_value(seen, port.name)) values.emplace_back(port.name, *value);
  }
  return values;
}

PlannedRun planned_run(const Resolved& resolved, const Plan& plan, std::optional<QueueLimit> limit,
                       const Machine& machine) {
  PlannedRun run{.figures = RunFigures(resolved, limit, machine)};
  const auto schedule =
      resolved.problem.topology->crossbar() ? unit_additions(plan.open)() : plan.open();
  for (std::vector<Hop> hops; schedule->next(hops);) run.figures.step(hops);
  run.verdict = run.figures.finish();
  return run;
}

}  // namespace romcast
