// SPDX-License-Identifier: Apache-2.0
#include "apps/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/hardware.hpp"
#include "apps/plan_judge.hpp"
#include "apps/queue_depths.hpp"
#include "apps/rom_hardware.hpp"
#include "apps/rtl_folder.hpp"
#include "apps/shared_search.hpp"
#include "apps/stopwatch.hpp"
#include "apps/trace_reader.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/relative_program.hpp"
#include "romcast/judge/program_judge.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {
namespace {

constexpr std::size_t kHopsAtOnce = 1 << 14;  // hops between two readings of the clock

std::optional<QueueLimit> limit_of(const Machine& machine, const Resolved& resolved,
                                   const Plan& plan) {
  return resolved.given ? resolved.limit : machine.limit(plan);
}

// Too many hops to judge each: all nodes do alike, and one is judged for all, unless the run is
// audited.
bool judged_by_symmetry(const Resolved& resolved, const Plan& plan, const RunOptions& options) {
  const auto program = plan.hints.find<RelativeProgram>();
  if (!program || options.audit) return false;
  std::uint64_t sends = 0;
  for (const RelativePacket& packet : program->packets) sends += packet.messages.size();
  constexpr std::uint64_t usual = 100'000'000;
  return sends * resolved.problem.topology->nodes() >
         environment_number("ROMCAST_MOST_JUDGED", usual);
}

// Somebody looks at each hop, whoever judges them.
bool looked_at(const RunOptions& options) { return options.hardware || !options.save_plan.empty(); }

void check_length(const Theory& theory) {
  constexpr std::uint64_t most = kNone;
  if (theory.lower_bound.value_or(0) <= most) return;
  throw InputError(fmt::format("this takes {} cycles at least; at most {} can be counted",
                               *theory.lower_bound, most));
}

void check_hops(const Resolved& resolved) {
  resolved.problem.collective.need_numbers();
  if (resolved.problem.collective.combines()) return;  // each hop delivers many values
  constexpr std::uint64_t most = 4'000'000'000;
  const std::uint64_t deliveries = resolved.problem.collective.expected_deliveries();
  if (deliveries <= most) return;
  throw InputError(
      fmt::format("--algorithm {}: its nodes do not run alike, and {} deliveries are too many to "
                  "look at; at most {}",
                  resolved.algorithm->name, deliveries, most));
}

Verdict judge_symmetric(const Resolved& resolved, const Plan& plan, Cost& cost) {
  cost.check = 0;
  const CpuTimer timer(*cost.check);
  const Problem& problem = resolved.problem;
  return judge_program(*problem.topology, problem.collective, problem.ports, problem.timing,
                       *plan.hints.find<RelativeProgram>());
}

// Cycles of a plan that cannot be counted begin again at 0.
void check_ascending(Cycle last, Cycle next) {
  if (next > last) return;
  throw InputError(
      fmt::format("the plan takes more cycles than can be counted, {}; take fewer messages or "
                  "shorter times",
                  kNone));
}

// Makes and judges the plan, a batch at a time, so that the clock tells the two apart. `alike`:
// what one node's judge has said for all.
PlanFigures judge_plan(const Resolved& resolved, const Plan& plan, std::optional<QueueLimit> limit,
                       const RunOptions& options, const Theory& theory, Cost& cost,
                       std::optional<Verdict> alike, std::shared_ptr<const NodePart> part) {
  PlanJudge judge(resolved, limit, options, std::move(alike), std::move(part));
  const auto schedule = judge.open(plan);
  Cycle last_hop = 0;
  std::vector<std::vector<Hop>> steps(kHopsAtOnce);
  cost.plan = 0;
  cost.check = cost.check.value_or(0);
  for (bool more = true; more;) {
    std::size_t used = 0, hops = 0;
    {
      const CpuTimer timer(*cost.plan);
      while (hops < kHopsAtOnce && (more = schedule->next(steps[used]))) {
        check_ascending(last_hop, steps[used].front().cycle);
        last_hop = steps[used].front().cycle;
        hops += steps[used].size();
        judge.keep(steps[used++]);
      }
    }
    const CpuTimer timer(*cost.check);
    for (std::size_t i = 0; i < used; ++i) judge.step(steps[i]);
    const auto expected = theory.formula_cycles ? theory.formula_cycles : theory.lower_bound;
    if (options.progress)
      options.progress("planning", expected ? double(last_hop) / double(*expected) : -1);
  }
  const CpuTimer timer(*cost.check);
  return judge.finish(plan, last_hop);
}

// On several ranks each judges its nodes. What is wrong, if anything is, tells only who sees all.
PlanFigures judge_plan(const Resolved& resolved, const Plan& plan, std::optional<QueueLimit> limit,
                       const RunOptions& options, const Theory& theory, Cost& cost,
                       const std::optional<Verdict>& alike = {}) {
  if (const auto part = part_of(resolved, options)) {
    PlanFigures figures = judge_plan(resolved, plan, limit, options, theory, cost, alike, part);
    if (flawless(figures.verdict)) return figures;
  }
  return judge_plan(resolved, plan, limit, options, theory, cost, alike, nullptr);
}

// A plan that is not to be run needs not be made where one node stands for all.
PlanFigures judge_plan(const Resolved& resolved, const Plan& plan, std::optional<QueueLimit> limit,
                       const RunOptions& options, bool symmetric, Report& report) {
  std::optional<Verdict> alike;
  if (symmetric) {
    alike = judge_symmetric(resolved, plan, report.cost);
    if (looked_at(options) && (limit || !flawless(*alike))) alike.reset();  // judged in full, then
  }
  if (alike) report.plan_note = "judged at one node for all, which run one program";
  if (alike && !looked_at(options)) return {.verdict = *std::move(alike)};
  return judge_plan(resolved, plan, limit, options, report.theory, report.cost, alike);
}

// What was proved while the plan was made, and whether the plan is as good as any can be.
void add_proof(const Plan& plan, const Verdict& verdict, Theory& theory) {
  if (plan.proved_bound > theory.lower_bound.value_or(0)) {
    theory.lower_bound = plan.proved_bound;
    theory.lower_bound_source = plan.proved_source;
  }
  if (verdict.violation_count > 0 || verdict.cycles < theory.lower_bound) return;
  if (verdict.cycles > theory.lower_bound) {
    if (theory.lower_bound_attained) theory.optimal = false;
    return;
  }
  theory.optimal = true;
  theory.optimal_by =
      plan.proved_by_solver && plan.proved_bound == verdict.cycles ? "solver" : "bound";
}

}  // namespace

Report run_scenario(const Scenario& scenario, const RunOptions& options) {
  return run_resolved(resolve(scenario), options);
}

Report run_resolved(const Resolved& resolved, const RunOptions& options, Plan* made) {
  const auto machine = machine_of(resolved);
  if (options.hardware) machine->check(options);
  Report report{.scenario = resolved.json(),
                .theory = resolved.algorithm->predict(resolved.problem)};
  report.scenario["control"] = nullptr;
  check_length(report.theory);
  Plan plan = resolved.algorithm->build(resolved.problem);
  // Searches that time has ended may have found something else on each rank.
  if (options.ranks->several() && searches(*resolved.algorithm)) {
    plan = same_on_all(*options.ranks, std::move(plan));
  }
  const auto limit = limit_of(*machine, resolved, plan);
  const bool symmetric = judged_by_symmetry(resolved, plan, options);
  if (!symmetric || looked_at(options)) check_hops(resolved);
  if (made != nullptr && !symmetric) *made = plan;
  const PlanFigures figures = judge_plan(resolved, plan, limit, options, symmetric, report);
  report.plan = figures.verdict;
  add_proof(plan, figures.verdict, report.theory);
  if (!plan.note.empty()) report.plan_note = plan.note;
  report.plan_depths = machine->depths(plan, figures, options);
  report.shallow = too_shallow(resolved, report.plan_depths);
  if (resolved.fit) report.fit = fit_report(report.plan_depths);
  const bool refused = resolved.given && figures.verdict.violation_count > 0 && !options.anyway;
  if (options.hardware && !refused) {
    const HardwareRun& run = options.elsewhere ? options.elsewhere : run_hardware;
    run(*machine, resolved, plan, figures, limit, options, report);
  }
  return report;
}

namespace {

// A judged plan, and what it takes.
struct Judged {
  std::unique_ptr<Machine> machine;
  Plan plan;
  std::optional<QueueLimit> limit{};
  PlanFigures figures{};
  std::vector<QueueDepth> depths{};
};

Judged judged(const Resolved& resolved, const RunOptions& options) {
  Judged result{.machine = machine_of(resolved),
                .plan = resolved.algorithm->build(resolved.problem)};
  Cost cost;
  result.limit = limit_of(*result.machine, resolved, result.plan);
  result.figures = judge_plan(resolved, result.plan, result.limit, options, {}, cost);
  result.depths = result.machine->depths(result.plan, result.figures, options);
  if (const std::string shallow = too_shallow(resolved, result.depths); !shallow.empty()) {
    throw InputError(shallow);
  }
  return result;
}

}  // namespace

std::vector<RomRow> write_roms(const std::string& folder, const Resolved& resolved,
                               const RunOptions& options) {
  RunOptions from_rom = options;
  from_rom.control = Control::rom;
  const Judged made = judged(resolved, from_rom);
  const RomOutput roms = made.machine->roms(made.plan, made.depths, options);
  const auto complete = [&](const std::string& work, nlohmann::ordered_json& manifest) {
    RunOptions as_read = options;
    as_read.rom_folder = work;
    Report unused;
    const auto hardware = made.machine->make(made.plan, made.figures, as_read, unused);
    const Topology& topology = *resolved.problem.topology;
    const Design design = design_of(*hardware, topology, ModelSources(), false);
    manifest["hardware"] = hardware_json(design, topology, manifest);
    manifest["expected"] = expected_json(
        design, topology, planned_run(resolved, made.plan, made.limit, *made.machine), made.depths);
  };
  write_rom_files(folder, resolved, made.depths, roms.fill, complete);
  return roms.rows;
}

RtlSummary write_rtl(const std::string& folder, const Resolved& resolved,
                     const RunOptions& options) {
  machine_of(resolved)->check(options);
  const Judged made = judged(resolved, options);
  Report report;
  const auto hardware = made.machine->make(made.plan, made.figures, options, report);
  const PlannedRun planned = planned_run(resolved, made.plan, made.limit, *made.machine);
  const Verdict& verdict = planned.verdict;
  if (verdict.violation_count > 0) {
    throw InputError(
        fmt::format("the plan is illegal, first in cycle {}: {}; romcast plan shows it",
                    verdict.violations.front().cycle, verdict.violations.front().text));
  }
  const Cycle end = hardware->end(made.figures.last_hop);
  const RtlDesign design = rtl_design(resolved, made.plan, *hardware, planned, made.depths, end);
  nlohmann::ordered_json scenario = resolved.json();
  scenario["control"] = hardware->control();
  write_rtl_folder(folder, scenario, design,
                   {.cycles = static_cast<Cycle>(verdict.cycles),
                    .end = end,
                    .hops = verdict.hops,
                    .delivered = verdict.delivered});
  return {.nodes = resolved.problem.topology->switches(),
          .processors = resolved.problem.topology->processors(),
          .words = design.loads.size(),
          .word_bits = design.word_bits,
          .cycles = verdict.cycles,
          .hops = verdict.hops,
          .delivered = verdict.delivered};
}

}  // namespace romcast
