// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"
#include "romcast/design/rom_hardware.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/node_part.hpp"
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/stopwatch.hpp"
#include "systemc/hardware_of.hpp"
#include "systemc/measuring.hpp"
#include "systemc/node_hardware.hpp"
#include "systemc/trace_reader.hpp"

namespace romcast {
namespace {

// Adds a complaint for each total that the hardware and the trace count differently.
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

std::vector<NodeId> wave_nodes(const Topology& topology, const RunSettings& settings) {
  std::vector<NodeId> nodes;
  for (const std::string& text : settings.wave_nodes) {
    const NodeId node = topology.find_node(text);
    if (node == kNone || node < topology.first_switch()) {
      throw InputError(
          {"wave_nodes", text}, "no such switch",
          fmt::format("give names like {}", topology.node_name(topology.first_switch())));
    }
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
  if (settings.wave_file.empty() != nodes.empty()) {
    if (settings.wave_file.empty()) throw InputError("`wave_nodes` needs `wave` FILE");
    throw InputError(fmt::format("`wave` needs `wave_nodes`: names like {}",
                                 topology.node_name(topology.first_switch())));
  }
  return nodes;
}

void notify(const RunSettings& settings, const std::string& text) {
  if (settings.notice) settings.notice(text);
}

// Builds the missing models; returns the elapsed seconds.
double prepare(const CosimulationRequest& request, const ModelStore& store,
               const RunSettings& settings) {
  std::vector<ModelSpec> specs = models_for(request);
  specs.push_back(ModelStore::time_base_spec());
  const auto begin = std::chrono::steady_clock::now();
  // The first rank builds the models; the others then find them in the cache, or build their own if
  // they are on another machine.
  constexpr std::chrono::minutes patience{30};
  Ranks& ranks = *settings.ranks;
  if (!ranks.first()) ranks.all("", patience);
  if (settings.progress) settings.progress("building switch models", -1);
  const auto building = [&](const std::string& module, std::size_t which, std::size_t of) {
    if (settings.progress) {
      settings.progress(fmt::format("building a model of {}, {} of {}", module, which, of),
                        double(which - 1) / double(of));
    }
  };
  store.prepare(specs, building, [&](const std::string& text) {
    if (ranks.first()) notify(settings, text);
  });
  if (ranks.first()) ranks.all("", patience);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

CosimulationRequest request_of(Run& run) {
  const JudgedPlan& plan = run.judged();
  const RunSettings& settings = run.settings();
  return {.topology = run.job().problem.topology,
          .last_hop = plan.last_hop,
          .hops = plan.verdict.hops,
          .gated = settings.gated,
          .audit = settings.audit,
          .wave_file = settings.wave_file,
          .wave_nodes = wave_nodes(run.network(), settings),
          .ranks = settings.ranks,
          .cut = plan.part ? &plan.part->cut() : nullptr};
}

// Throws InputError if a run has too many cycles: the clock ticks even while all nodes sleep.
void check_cycles(Cycle cycles) {
  constexpr Cycle most = 1'000'000'000;
  if (cycles <= most) return;
  throw InputError(fmt::format(
      "{} cycles are too many to run, the hardware does {} at most; use romcast plan or check",
      cycles, most));
}

// Compares hardware, trace and plan.
Measured compared(Run& run, const Readings& result, const TraceReader& reader) {
  Measured measured{.control = run.nodes().control,
                    .cycles = result.cycles,
                    .hops = result.hops,
                    .delivered = result.delivered,
                    .expected = run.job().problem.collective.expected_deliveries(),
                    .complaints = result.complaints};
  read_registers(result, run.job().problem, measured);
  measured.depths = measured_depths(run.depths(), result);
  const Verdict& trace = reader.compare(measured);
  measured.violations = trace.violations;
  measured.item_delay = trace.item_delay;
  measured.ordered = trace.ordered;
  measured.violation_count = trace.violation_count;
  if (measured.overflows == 0) compare_totals(trace, measured);
  std::ranges::move(reader.differences(result, run.depths(), measured.overflows > 0),
                    std::back_inserter(measured.complaints));
  if (measured.overflows == 0 && overfills(run.verdict())) {
    measured.complaints.emplace_back(
        "the plan overfills a queue, but no switch reports an overflow");
  }
  if (const Evaluations& all = result.evaluations; all.audit_differences > 0) {
    measured.complaints.push_back(fmt::format("{} of {} sleeping switches would have changed",
                                              all.audit_differences, all.audited));
  }
  return measured;
}

}  // namespace

Measuring::Measuring(Run& run, TakeTrace trace)
    : run_(run), request_(request_of(run)), store_(run.settings().models), total_(0) {
  request_.hardware = hardware_of(run.nodes());
  check_cycles(request_.last_hop);
  const std::string& folder = run.job().hardware.rom_folder;
  if (!folder.empty()) {
    check_hardware(folder,
                   design_of(request_.hardware->description(), run.network(),
                             VerilogSources(run.settings().models), false),
                   run.network());
  }
  cost_.build = prepare(request_, store_, run.settings());
  reader_ = std::make_unique<TraceReader>(run, request_.hardware->description().codec(),
                                          std::move(trace));
  request_.trace = [this](std::span<const LinkFlit> flits) { reader_->read(flits); };
  const CpuTimer timer(total_);
  built_ = std::make_unique<BuiltNetwork>(request_, store_);
}

Measuring::~Measuring() = default;

void Measuring::carry(std::vector<Endpoint*> endpoints) {
  words_.emplace(run_, request_.hardware->description().codec(), std::move(endpoints));
  built_->network().carry(*words_);
}

void Measuring::simulate() {
  const CpuTimer timer(total_);
  built_->simulate();
}

void Measuring::begin(sc_core::sc_time cycle, sc_core::sc_event* start,
                      std::function<void()> ended) {
  total_ -= cpu_seconds();
  built_->begin(cycle, start, [this, ended = std::move(ended)] {
    total_ += cpu_seconds();
    ended();
  });
  built_->network().fabric().cycle = kBeforeStart;  // until the network's own first step
}

void Measuring::end() { built_->network().end(); }

void Measuring::rethrow() const {
  if (words_) words_->rethrow();
  built_->rethrow();
}

std::optional<Measurement> Measuring::finish() {
  rethrow();
  const RunSettings& settings = run_.settings();
  Readings result;
  {
    const CpuTimer timer(total_);
    result = built_->readings();
  }
  cost_.cosimulate = total_ - reader_->seconds();
  if (request_.cut != nullptr || settings.ranks->first()) reader_->finish();
  if (!settings.ranks->first()) return std::nullopt;
  if (!result.note.empty()) notify(settings, "note: " + result.note);
  Measured measured = compared(run_, result, *reader_);
  if (words_) {
    measured.missed = words_->missed();
    if (measured.missed > 0) measured.complaints.push_back(words_->complaint());
  }
  cost_.switch_cycles = result.switch_cycles;
  cost_.evaluations = result.evaluations.made;
  if (settings.audit) cost_.audited = result.evaluations.audited;
  cost_.plan = reader_->plan_seconds();
  cost_.check = reader_->seconds() - reader_->plan_seconds();
  return Measurement{std::move(measured), cost_};
}

std::optional<Measurement> Cosimulation::measure(Run& run) {
  check_kernel_is_fresh();
  Measuring measuring(run, trace);
  if (!endpoints.empty()) measuring.carry(endpoints);
  measuring.simulate();
  return measuring.finish();
}

}  // namespace romcast
