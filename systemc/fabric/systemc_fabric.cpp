// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/design/fabric/fabric_run.hpp"
#include "systemc/cosimulation.hpp"
#include "systemc/fabric/fabric_bench.hpp"
#include "systemc/fabric/fabric_report.hpp"
#include "systemc/fabric/tlm_stream.hpp"
#include "systemc/romcast/systemc.hpp"

namespace romcast {
namespace {

// If no word arrives for this number of clocks, or for two periods if these are longer, missing
// words count as lost.
constexpr std::uint64_t kTimeout = 100'000;
constexpr unsigned kMostBits = 64;  // a StreamWord has no more

// Adds the settings that a problem determines.
SystemcFabricSettings settled(SystemcFabricSettings settings, const Problem& problem) {
  settings.on_demand = settings.on_demand || is_combined(problem.collective);
  settings.credits = settings.credits && !settings.on_demand;
  return settings;
}

Run run_of(Problem problem, const SystemcFabricSettings& settings) {
  check_kernel_is_fresh();
  check_cycle(settings.cycle);
  if (settings.payload == 0 || settings.payload % 8 != 0 || settings.payload > kMostBits) {
    throw InputError({"payload", settings.payload},
                     fmt::format("words have whole bytes, and at most {} bits", kMostBits));
  }
  const std::optional<Operation> operation = find_operation(settings.operation);
  if (!operation) {
    throw InputError({"operation", settings.operation}, "unknown", "give add, min, max, and or or");
  }
  RunSettings run;
  run.models = settings.models;
  const FabricRules rules{settings.credits, settings.on_demand};
  return Run(fabric_job(std::move(problem), {}, rules, *operation), run);
}

}  // namespace

struct SystemcFabric::State {
  State(Problem problem, SystemcFabricSettings given)
      : settings(settled(std::move(given), problem)),
        run(run_of(std::move(problem), settings)),
        design(fabric_design(run, nullptr,
                             {.payload = settings.payload,
                              .credits = settings.credits,
                              .on_demand = settings.on_demand,
                              .is_signed = settings.is_signed,
                              .statistics = 2})),
        model(design, settings.models),
        bench("fabric", design, model, std::vector<StreamEndpoint*>(design.fabric().tiles.size()),
              [this](FabricBench& host) { work(host); }) {
    bench.set_cycle(settings.cycle);
    for (const FabricFlow& flow : design.fabric().flows) names.push_back(flow.name);
    for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
      if (!design.has_endpoint(t)) continue;
      const std::string name = fmt::format("tlm{}", design.fabric().tiles[t].endpoint);
      sockets[t] = std::make_unique<TlmStream>(name.c_str(), design, t);
    }
  }

  void work(FabricBench& host) {
    start_frames(host);
    host.call_endpoints(true);
    begin = host.clock();
    started.notify(sc_core::SC_ZERO_TIME);
    while (!stops) host.wait_clocks(1);
    host.end_sources();
    for (const auto& [tile, stream] : sockets) stream->end();
    settle(host);
    frames = stop_frames(host);
    for (const auto& [tile, stream] : sockets) stream->finish();
    clocks = host.clock() - begin;
    statuses = read_fabric_status(host);
  }

  // Waits until all words have arrived, or until the timeout: words of an incomplete frame on
  // demand, dropped words, and words for a sink that is never ready do not arrive.
  void settle(FabricBench& host) const {
    const std::uint64_t longest =
        std::max(kTimeout, 2 * std::uint64_t{design.fabric().modes.front().period});
    std::uint64_t arrived = host.words();
    for (std::uint64_t still = 0; (!host.quiet() || !delivered()) && still < longest;) {
      host.wait_clocks(1);
      still = host.words() == arrived && !delayed() ? still + 1 : 0;
      arrived = host.words();
    }
    if (!delivered()) {
      host.complain("a memory has not returned");
    } else if (!host.quiet()) {
      host.complain(settings.on_demand
                        ? "words wait for a frame, for which other sources have sent no words"
                        : "words have not arrived: they were dropped, or a sink is not ready");
    }
  }

  [[nodiscard]] std::size_t tile_of(NodeId processor) const {
    for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
      if (processor != kNone && design.fabric().tiles[t].endpoint == processor) return t;
    }
    throw InputError({"processor", processor}, "the fabric has no such endpoint");
  }

  [[nodiscard]] bool delivered() const {
    return std::ranges::all_of(sockets, [](const auto& one) { return one.second->delivered(); });
  }

  [[nodiscard]] bool delayed() const {
    return std::ranges::any_of(sockets, [](const auto& one) { return one.second->delayed(); });
  }

  TlmStream& sockets_of(NodeId processor) {
    const std::size_t tile = tile_of(processor);
    TlmStream& stream = *sockets.at(tile);
    if (sc_core::sc_get_status() != sc_core::SC_ELABORATION) {
      throw InputError({"processor", processor}, "the simulation has begun", "bind it before");
    }
    if (bench.attached(tile) != nullptr && !with_sockets.contains(tile)) {
      throw InputError({"processor", processor}, "it has an endpoint, and no sockets");
    }
    with_sockets.insert(tile);
    bench.attach(tile, stream);
    return stream;
  }

  const SystemcFabricSettings settings;
  Run run;
  const FabricDesign design;
  const FabricModel model;
  FabricBench bench;
  sc_core::sc_event started{"started"};
  std::vector<std::string> names;
  std::map<std::size_t, std::unique_ptr<TlmStream>> sockets;  // by tile
  std::set<std::size_t> with_sockets;                         // tiles whose sockets are used
  std::vector<FabricStatus> statuses;
  std::uint64_t begin = 0, clocks = 0, frames = 0;
  bool stops = false;
};

SystemcFabric::SystemcFabric(const sc_core::sc_module_name& name, Problem problem,
                             SystemcFabricSettings settings)
    : sc_module(in_time(name, "SystemcFabric")),
      state_(std::make_unique<State>(std::move(problem), std::move(settings))) {}

SystemcFabric::~SystemcFabric() = default;

// Processors without an attached endpoint use their sockets, even sockets that are not bound: then
// report() complains about words that arrive where no memory is bound.
void SystemcFabric::start_of_simulation() {
  for (const auto& [tile, stream] : state_->sockets) {
    if (state_->bench.attached(tile) == nullptr) state_->bench.attach(tile, *stream);
  }
}

const std::vector<std::string>& SystemcFabric::flows() const { return state_->names; }

std::uint32_t SystemcFabric::flow(NodeId from, NodeId to) const {
  const auto& flows = state_->design.fabric().flows;
  const std::size_t origin = state_->tile_of(from);
  const std::vector<std::size_t> receivers{state_->tile_of(to)};
  std::vector<std::uint32_t> found;
  for (std::uint32_t f = 0; f < flows.size(); ++f) {
    if (flows[f].credit_only || flows[f].from != origin || flows[f].to != receivers) continue;
    found.push_back(f);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw InputError({"to", to}, fmt::format("no flow leads from processor {} to it alone", from));
  }
  throw InputError({"to", to},
                   fmt::format("{} flows lead from processor {} to it alone", found.size(), from),
                   "give a flow's index in flows()");
}

void SystemcFabric::attach(NodeId processor, StreamEndpoint& endpoint) {
  State& s = *state_;
  const std::size_t tile = s.tile_of(processor);
  const bool used = s.with_sockets.contains(tile);
  const StreamEndpoint* const before = s.bench.attached(tile);
  if (used || (before != nullptr && before != s.sockets.at(tile).get())) {
    throw InputError({"processor", processor},
                     fmt::format("it has {} already", used ? "sockets" : "an endpoint"));
  }
  s.bench.attach(tile, endpoint);
}

TlmTarget& SystemcFabric::target(NodeId processor) {
  return state_->sockets_of(processor).target();
}

TlmInitiator& SystemcFabric::initiator(NodeId processor) {
  return state_->sockets_of(processor).initiator();
}

unsigned SystemcFabric::word_bytes() const { return state_->settings.payload / 8; }

std::uint64_t SystemcFabric::address(std::uint32_t flow, bool ends) const {
  if (flow < flows().size()) return TlmStream::address(flow, ends);
  throw InputError({"flow", flow}, fmt::format("the fabric has {}, numbered from 0",
                                               counted(flows().size(), "flow")));
}

const sc_core::sc_event& SystemcFabric::started() const { return state_->started; }

void SystemcFabric::stop() { state_->stops = true; }

bool SystemcFabric::ended() const { return state_->bench.ended(); }

const sc_core::sc_event& SystemcFabric::done() const { return state_->bench.done(); }

FabricReport SystemcFabric::report() {
  State& s = *state_;
  s.bench.rethrow();
  if (!ended()) {
    throw InputError("the fabric still runs; call stop(), and simulate until done()");
  }
  FabricReport report = fabric_report(s.bench, s.statuses, false);
  for (const auto& [tile, stream] : s.sockets) {
    std::string complaint = stream->complaint();
    if (!complaint.empty()) report.failures.push_back(std::move(complaint));
  }
  report.scenario = s.run.job().json();
  report.clocks = s.clocks;
  report.frames = s.frames;
  const Report planned = s.run.report();
  report.bound = planned.theory.period_bound;
  report.bound_source = planned.theory.period_bound_source;
  return report;
}

}  // namespace romcast
