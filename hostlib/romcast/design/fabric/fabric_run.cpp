// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/fabric_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "romcast/core/error.hpp"
#include "romcast/fabric/compile.hpp"
#include "romcast/fabric/flows.hpp"
#include "romcast/fabric/wiring.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/job_parts.hpp"

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

// Hops of the plan of `first` for the flows that the problem of `first` shares with `problem`:
// flows that have equal names, ends, numbers of words, latency bounds, reductions and operations.
// The hops carry the message numbers of `problem`.
std::shared_ptr<const KeptWords> kept_words(Run& first, const Problem& problem) {
  const Collective& before = first.job().problem.collective;
  std::map<std::string, fabric::NamedFlow> by_name;
  for (fabric::NamedFlow& flow : fabric::flows_of(before, first.network())) {
    by_name[flow.name] = std::move(flow);
  }
  std::map<MessageId, MessageId> kept;
  for (const fabric::NamedFlow& flow : fabric::flows_of(problem.collective, *problem.topology)) {
    const auto at = by_name.find(flow.name);
    if (at == by_name.end() || !at->second.same_as(flow)) continue;
    for (std::size_t w = 0; w < flow.messages.size(); ++w) {
      kept[at->second.messages[w]] = flow.messages[w];
    }
  }
  KeptWords words{.period = first.plan().period->cycles};
  for (Hop hop : all_hops(first.plan().open)) {
    const auto at = kept.find(hop.message);
    if (at == kept.end()) continue;
    hop.message = at->second;
    words.hops.push_back(hop);
  }
  return std::make_shared<const KeptWords>(std::move(words));
}

std::vector<FabricSchedule> schedules_of(Run& run, Run* second) {
  std::vector<FabricSchedule> schedules{schedule_of(run)};
  if (second != nullptr) schedules.push_back(schedule_of(*second));
  return schedules;
}

// Sets Flow::outside of each flow with a bound on latency: the cycles at the ends of a word's path
// that the bound includes, but that schedules do not count.
Collective with_tiles(const Collective& collective, const Topology& network) {
  std::vector<Flow> flows(collective.flows().begin(), collective.flows().end());
  if (std::ranges::all_of(flows, [](const Flow& flow) { return flow.latency == 0; })) {
    return collective;
  }
  const fabric::Tiles tiles(network);
  for (Flow& flow : flows) {
    if (flow.latency > 0) flow.outside = tiles.outside(flow);
  }
  return Collective::of_flows(collective.processors(), std::move(flows));
}

// `first`: for a second mode, the collective of the first mode; else nullptr.
Job job_of_mode(const Collective* first, Problem problem, const JobOptions& options,
                FabricRules rules, Operation operation) {
  if (problem.collective.combines()) {
    problem.collective = as_reductions(problem.collective, operation);
  }
  if (rules.on_demand) {
    fabric::check_on_demand(problem.collective);
  } else if (rules.credits) {
    problem.collective = with_credits(problem.collective, *problem.topology, first);
  }
  problem.collective = with_tiles(problem.collective, *problem.topology);
  problem.options.try_emplace(kPeriod, "auto");
  return make_job(std::move(problem), options);
}

}  // namespace

bool is_combined(const Collective& collective) {
  return collective.combines() || collective.reduces();
}

Job fabric_job(Problem problem, const JobOptions& options, FabricRules rules, Operation operation) {
  return job_of_mode(nullptr, std::move(problem), options, rules, operation);
}

Job fabric_job_after(Run& first, Problem problem, const JobOptions& options, FabricRules rules,
                     Operation operation) {
  Job job =
      job_of_mode(&first.job().problem.collective, std::move(problem), options, rules, operation);
  const bool on_demand = rules.on_demand || is_combined(job.problem.collective) ||
                         is_combined(first.job().problem.collective);
  if (!on_demand && first.plan().period) job.problem.kept = kept_words(first, job.problem);
  return job;
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
