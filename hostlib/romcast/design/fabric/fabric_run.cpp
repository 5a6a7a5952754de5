// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/fabric_run.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/fabric/compile.hpp"
#include "romcast/fabric/flows.hpp"

namespace romcast {
namespace {

FabricSchedule schedule_of(Run& run) {
  const Problem& problem = run.job().problem;
  if (problem.topology->timed()) {
    throw InputError("links of a fabric take one cycle; leave the times of links out");
  }
  if (!run.plan().period) {
    throw InputError::missing("period", "a fabric runs a schedule that repeats, e.g. auto");
  }
  const Report report = run.report();
  if (!run.legal() || report.period->violation_count > 0) {
    const Violation& first = report.period->violation_count > 0 ? report.period->violations.front()
                                                                : run.verdict().violations.front();
    throw InputError(
        fmt::format("the plan is illegal, first in cycle {}: {}; romcast check shows it",
                    first.cycle, first.text));
  }
  return {problem.collective, run.plan().period->cycles, all_hops(run.plan().open)};
}

std::vector<FabricSchedule> schedules_of(Run& run, Run* second) {
  std::vector<FabricSchedule> schedules{schedule_of(run)};
  if (second != nullptr) schedules.push_back(schedule_of(*second));
  return schedules;
}

// A reduction for each processor, or all, that receives results.
Collective as_reductions(const Collective& collective, Operation operation) {
  const CollectiveKind kind = collective.kind();
  if (kind == CollectiveKind::summation) {
    throw InputError({"collective", name(kind)}, "a fabric combines a word of each source");
  }
  std::vector<NodeId> all;
  for (NodeId p = 0; p < collective.processors(); ++p) all.push_back(p);
  const auto to = [&](std::string flow, std::vector<NodeId> destinations) {
    return Flow{.name = std::move(flow),
                .destinations = std::move(destinations),
                .words = collective.messages(),
                .sources = all,
                .operation = operation};
  };
  std::vector<Flow> flows;
  if (kind == CollectiveKind::reduce) flows.push_back(to("reduce", {collective.source()}));
  if (kind == CollectiveKind::allreduce) flows.push_back(to("allreduce", all));
  for (const NodeId p : all) {
    if (kind != CollectiveKind::reduce_scatter) break;
    flows.push_back(to(fmt::format("reduce{}", p), {p}));
  }
  return Collective::of_flows(collective.processors(), std::move(flows));
}

}  // namespace

Job fabric_job(Problem problem, const JobOptions& options, FabricRules rules, Operation operation) {
  if (problem.collective.combines()) {
    problem.collective = as_reductions(problem.collective, operation);
  }
  if (rules.on_demand) {
    fabric::check_on_demand(problem.collective);
  } else if (rules.credits) {
    problem.collective = with_credits(problem.collective, *problem.topology);
  }
  problem.options.try_emplace("period", "auto");
  return make_job(std::move(problem), options);
}

FabricDesign fabric_design(Run& run, Run* second, const FabricSettings& settings) {
  const FabricRules rules{settings.credits, settings.on_demand, settings.is_signed};
  return {run.network(), compile_fabric(run.network(), schedules_of(run, second), rules), settings};
}

FabricDesign fabric_design(Run& run, Run* second, const BuiltFabric& built) {
  std::vector<FabricSchedule> schedules = schedules_of(run, second);
  try {
    const FabricRules rules{built.settings.credits, built.settings.on_demand,
                            built.settings.is_signed};
    FabricDesign design(run.network(),
                        compile_fabric(run.network(), std::move(schedules), rules, &built.fabric),
                        built.settings);
    check_fits(design, built);
    return design;
  } catch (const InputError& error) {
    throw error.within(fmt::format("fingerprint {:016x}: ", built.fingerprint));
  }
}

}  // namespace romcast
