// SPDX-License-Identifier: Apache-2.0
#include "apps/hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "apps/node_part.hpp"
#include "apps/queue_depths.hpp"
#include "apps/rom_hardware.hpp"
#include "apps/stopwatch.hpp"
#include "apps/trace_reader.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "systemc/cosimulation.hpp"

namespace romcast {
namespace {

std::optional<std::uint32_t> highest(std::optional<std::uint32_t> a,
                                     std::optional<std::int64_t> b) {
  return b ? std::max(a.value_or(0), static_cast<std::uint32_t>(*b)) : a;
}

// What the processors say together must be what the links showed.
void compare_totals(const Verdict& trace, Measured& measured) {
  const auto check = [&](const std::string& what, std::uint64_t counter, std::uint64_t seen) {
    if (counter == seen) return;
    measured.complaints.push_back(
        fmt::format("the hardware counts {} {}, the trace shows {}", counter, what, seen));
  };
  check("hops", measured.hops, trace.hops);
  check("deliveries", measured.delivered, trace.delivered);
  check("cycles", measured.cycles, trace.cycles);
}

bool overfills(const Verdict& plan) {
  return std::ranges::find(plan.violations, ViolationKind::queue_too_deep, &Violation::kind) !=
         plan.violations.end();
}

std::vector<NodeId> wave_nodes(const Resolved& resolved, const RunOptions& options) {
  const Topology& topology = *resolved.problem.topology;
  std::vector<NodeId> nodes;
  for (const std::string& text : options.wave_nodes) {
    const NodeId node = topology.find_node(text);
    if (node == kNone || node < topology.first_switch()) {
      throw InputError(fmt::format("--wave-nodes {}: no such switch; give names like {}", text,
                                   topology.node_name(topology.first_switch())));
    }
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
  if (options.wave_file.empty() != nodes.empty()) {
    throw InputError(options.wave_file.empty()
                         ? "--wave-nodes needs --wave FILE"
                         : fmt::format("--wave needs --wave-nodes: names like {}",
                                       topology.node_name(topology.first_switch())));
  }
  return nodes;
}

void prepare(const CosimulationRequest& request, const ModelStore& store, const RunOptions& options,
             Report& report) {
  std::vector<ModelSpec> specs = models_for(request);
  specs.push_back(ModelStore::time_base_spec());
  const auto begin = std::chrono::steady_clock::now();
  // One rank builds them; the others find them, unless they are on another machine.
  constexpr std::chrono::minutes patience{30};
  if (!options.ranks->first()) options.ranks->all("", patience);
  if (options.progress) options.progress("building switch models", -1);
  const auto built = [&](std::size_t done, std::size_t of) {
    if (options.progress) options.progress("building switch models", double(done) / double(of));
  };
  store.prepare(specs, built, [&](const std::string& notice) {
    if (!options.ranks->first()) return;
    say(fmt::format("{}romcast: {}\n", options.progress ? "\n" : "", notice));
  });
  if (options.ranks->first()) options.ranks->all("", patience);
  report.cost.build =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::unique_ptr<Machine> machine_of(const Resolved& resolved) {
  for (const auto make :
       {reduce_machine, tree_machine, direct_machine, logp_machine, complete_machine}) {
    if (auto machine = make(resolved)) return machine;
  }
  throw InputError(fmt::format("--network {}: there is no hardware for it yet; use romcast plan",
                               resolved.problem.topology->network()));
}

void read_registers(const CosimulationResult& result, unsigned levels, Measured& measured) {
  for (unsigned l = 1; l <= levels; ++l) measured.levels.push_back({.level = l});
  for (const NodeRegisters& one : result.switches) {
    const Registers& registers = one.registers;
    MeasuredLevel& level = measured.levels[one.level - 1];
    level.max_queue = highest(level.max_queue, registers.find("queue_high"));
    level.max_waiting = highest(level.max_waiting, registers.find("waiting_high"));
    level.max_up_fifo = highest(level.max_up_fifo, registers.find("up_high"));
    level.max_down_fifo = highest(level.max_down_fifo, registers.find("down_high"));
    measured.max_queue = std::max(measured.max_queue, level.max_queue);
    measured.max_waiting = std::max(measured.max_waiting, level.max_waiting);
    if (const auto busy = registers.find("busy")) {
      measured.busy = measured.busy.value_or(0) + static_cast<std::uint64_t>(*busy);
    }
    measured.overflows += registers.up("overflow") ? 1 : 0;
    measured.underflows += registers.up("underflow") ? 1 : 0;
    measured.contentions += registers.up("contention") ? 1 : 0;
  }
  if (result.crossbar && result.crossbar->up("contention")) ++measured.contentions;
}

void run_hardware(const Machine& machine, const Resolved& resolved, const Plan& plan,
                  const PlanFigures& figures, std::optional<QueueLimit> limit,
                  const RunOptions& options, Report& report) {
  const Topology& topology = *resolved.problem.topology;
  CosimulationRequest request{.topology = resolved.problem.topology,
                              .last_hop = figures.last_hop,
                              .hops = figures.verdict.hops,
                              .gated = options.gated,
                              .audit = options.audit,
                              .wave_file = options.wave_file,
                              .wave_nodes = wave_nodes(resolved, options),
                              .ranks = options.ranks,
                              .cut = figures.part ? &figures.part->cut() : nullptr};
  {
    const CpuTimer timer(*report.cost.plan);
    request.hardware = machine.make(plan, figures, options, report);
  }
  if (!options.rom_folder.empty()) {
    check_hardware(options.rom_folder,
                   design_of(*request.hardware, topology, ModelSources(), false), topology);
  }
  const ModelStore store;
  prepare(request, store, options, report);

  TraceReader reader(resolved, machine, plan, limit, request.hardware->codec(), options, figures);
  request.trace = [&reader](std::span<const LinkFlit> flits) { reader.read(flits); };
  double total = 0;
  CosimulationResult result;
  {
    const CpuTimer timer(total);
    result = cosimulate(request, store);
  }
  const double during_run = reader.seconds();
  if (figures.part || options.ranks->first()) reader.finish();
  if (!options.ranks->first()) return;
  if (!result.note.empty()) say(fmt::format("romcast: note: {}\n", result.note));
  Measured measured{.control = request.hardware->control(),
                    .cycles = result.cycles,
                    .hops = result.hops,
                    .delivered = result.delivered,
                    .expected = resolved.problem.collective.expected_deliveries(),
                    .complaints = result.complaints};
  read_registers(result, topology.levels(), measured);
  measured.depths = measured_depths(report.plan_depths, result);
  const Verdict& trace = reader.compare(measured);
  measured.violations = trace.violations;
  measured.item_delay = trace.item_delay;
  measured.ordered = trace.ordered;
  measured.violation_count = trace.violation_count;
  if (measured.overflows == 0) compare_totals(trace, measured);
  std::ranges::move(reader.differences(result, report.plan_depths, measured.overflows > 0),
                    std::back_inserter(measured.complaints));
  if (measured.overflows == 0 && overfills(figures.verdict)) {
    measured.complaints.emplace_back(
        "the plan overfills a queue, but no switch reports an overflow");
  }
  if (result.audit_differences > 0) {
    measured.complaints.push_back(fmt::format("{} of {} sleeping switches would have changed",
                                              result.audit_differences, result.audited));
  }
  report.cost.switch_cycles = result.switch_cycles;
  report.cost.evaluations = result.evaluations;
  if (options.audit) report.cost.audited = result.audited;
  report.cost.cosimulate = total - during_run;
  *report.cost.plan += reader.plan_seconds();
  *report.cost.check += reader.seconds() - reader.plan_seconds();
  report.hardware = std::move(measured);
  report.scenario["control"] = report.hardware->control;
}

}  // namespace romcast
