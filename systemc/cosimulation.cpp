// SPDX-License-Identifier: Apache-2.0
#include "systemc/cosimulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <systemc>
#include <utility>

#include "ranks/cut.hpp"
#include "romcast/core/error.hpp"
#include "systemc/boundary.hpp"
#include "systemc/network.hpp"
#include "systemc/wave.hpp"

// SystemC's library requires this symbol; programs here define main instead.
extern "C" __attribute__((weak)) int sc_main(int, char**) { return 0; }

namespace romcast {
namespace {

constexpr Cycle kPatience = 64;  // cycles after the plan's last activity, when a run is given up

std::vector<std::unique_ptr<NodeBank>> banks(const CosimulationRequest& request,
                                             const ModelStore& store) {
  std::vector<std::unique_ptr<NodeBank>> result;
  for (const ModelSpec& spec : models_for(request)) result.push_back(store.bank(spec));
  return result;
}

// Carries an exception past SystemC, which would convert it into a report: ends the simulation,
// then rethrows the exception.
class Failure {
 public:
  template <class... Arguments>
  std::function<void(Arguments...)> guard(std::function<void(Arguments...)> work) {
    if (!work) return work;
    return [this, work = std::move(work)](Arguments... arguments) {
      if (caught_) return;
      try {
        work(arguments...);
      } catch (...) {
        caught_ = std::current_exception();
        if (sc_core::sc_is_running()) sc_core::sc_stop();
      }
    };
  }
  void rethrow() const {
    if (caught_) std::rethrow_exception(caught_);
  }

 private:
  std::exception_ptr caught_{};
};

bool sleeps(const CosimulationRequest& request) {
  return request.gated && request.hardware->description().can_sleep() && request.wave_nodes.empty();
}

// Returns the first rank's share of the nodes, where the share of each other rank is 1. The first
// rank runs fewer nodes, since it also judges the trace of all ranks. Let q be the work of judging
// relative to the work of all nodes, and n the number of other ranks: with a share of
// (1 - n q) / (1 + q) all ranks have equal work. The share is at least 0.25; with a crossbar it
// is 1.
double share_of_first(const CosimulationRequest& request) {
  const Topology& topology = *request.topology;
  if (topology.crossbar()) return 1;
  // Cost of judging a hop, in evaluations of a switch. `asleep`: if switches sleep, and so are
  // evaluated about once per hop; `tree`: else in trees; `store`: else in nodes with stores.
  constexpr double asleep = 0.85, tree = 4, store = 0.5;
  const double evaluations = double(topology.switches()) * double(request.last_hop + 1);
  const double q = sleeps(request)
                       ? asleep
                       : (request.hardware->description().local_lanes() == 0 ? tree : store) *
                             double(request.hops) / evaluations;
  const double others = request.ranks->count() - 1;
  return std::max(0.25, (1 - others * q) / (1 + q));
}

Cut cut_for_one_reader(const CosimulationRequest& request) {
  // The first rank writes the waveform, so it must run the nodes that the waveform shows.
  return cut_network(*request.topology,
                     {.parts = request.ranks->count(),
                      .processors_follow = request.hardware->description().local_lanes() == 0,
                      .first_share = share_of_first(request),
                      .in_first = request.wave_nodes});
}

// The owned part of the network; empty on a single rank.
class Division {
 public:
  Division(const CosimulationRequest& request, Network& network) {
    if (!request.ranks->several()) return;
    const Topology& topology = *request.topology;
    if (topology.timed()) {
      throw InputError({"network", topology.network()}, "its links have times, and run on one rank",
                       "start romcast without mpirun");
    }
    cut_ = request.cut != nullptr ? *request.cut : cut_for_one_reader(request);
    note_ = cut_text(cut_, topology, request.cut != nullptr ? "run and judge" : "run");
    boundary_.emplace(*request.ranks, cut_, network);
    network.divide(*boundary_);
  }
  [[nodiscard]] std::string note(const RunCost& cost) const {
    if (!boundary_) return "";
    return fmt::format(
        "{}; {:.3g} flits and credits cross in a cycle; without waiting they take {:.2f} s of CPU",
        note_, double(cost.across) / double(std::max(cost.cycles, Cycle{1})),
        fmt::join(cost.busy, ", "));
  }

 private:
  Cut cut_;
  std::optional<Boundary> boundary_;
  std::string note_;
};

}  // namespace

std::vector<ModelSpec> models_for(const CosimulationRequest& request) {
  std::vector<ModelSpec> models = request.hardware->description().models();
  if (request.wave_nodes.empty()) return models;
  for (ModelSpec& model : models) model.recording = recording_of(request.wave_file);
  return models;
}

void check_kernel_is_fresh() {
  if (sc_core::sc_get_status() == sc_core::SC_ELABORATION) return;
  throw InputError(
      "this process has co-simulated already, and SystemC has one kernel per process; use "
      "ChildCosimulation for every run");
}

const sc_core::sc_module_name& in_time(const sc_core::sc_module_name& name, const char* module) {
  if (sc_core::sc_get_status() == sc_core::SC_ELABORATION) return name;
  throw InputError(fmt::format(
      "a {} is built before the simulation starts, and SystemC has one simulation per process",
      module));
}

void check_cycle(const sc_core::sc_time& cycle) {
  if (cycle == sc_core::SC_ZERO_TIME) throw InputError({"cycle"}, "a cycle of no time");
}

struct BuiltNetwork::Parts {
  Parts(CosimulationRequest asked, const ModelStore& store)
      : request(std::move(asked)),
        network("network", *request.topology, banks(request, store), store.time_base(),
                request.hardware->description().local_lanes(),
                request.hardware->description().switches_compute()),
        division(request, network) {
    network.choose_recorded(request.wave_nodes);
  }

  RunControl control() {
    const Cycle last = request.last_hop + request.hardware->description().settling();
    RunControl control{.gated = sleeps(request),
                       .audit = request.audit,
                       .last_hop = last,
                       .limit = last + kPatience,
                       .trace_apart = request.cut != nullptr,
                       .trace = failure.guard(request.trace)};
    if (request.wave_nodes.empty() || !request.ranks->first()) return control;
    wave = std::make_unique<Wave>(recording_of(request.wave_file));
    for (const NodeId v : request.wave_nodes) {
      network.bank_of(v).record(network.local_of(v), wave->recorder());
    }
    wave->open(request.wave_file);
    control.after_edge = [this](Cycle cycle) { wave->dump(cycle + 1); };
    control.after_edge = failure.guard(control.after_edge);
    return control;
  }

  const CosimulationRequest request;
  Network network;
  const Division division;
  Failure failure;
  std::unique_ptr<Wave> wave;
};

BuiltNetwork::BuiltNetwork(CosimulationRequest request, const ModelStore& store)
    : parts_(std::make_unique<Parts>(std::move(request), store)) {
  parts_->request.hardware->description().describe(parts_->network);
  parts_->request.hardware->add_processors(parts_->network);
}

BuiltNetwork::~BuiltNetwork() = default;

Network& BuiltNetwork::network() { return parts_->network; }

void BuiltNetwork::simulate() { parts_->network.run(parts_->control()); }

void BuiltNetwork::begin(sc_core::sc_time cycle, sc_core::sc_event* start,
                         std::function<void()> ended) {
  RunControl control = parts_->control();
  control.cycle = cycle;
  control.start = start;
  control.ended = std::move(ended);
  parts_->network.begin(std::move(control));
}

void BuiltNetwork::rethrow() const { parts_->failure.rethrow(); }

Readings BuiltNetwork::readings() {
  Parts& parts = *parts_;
  if (parts.wave) parts.wave->close();
  Readings result;
  if (!parts.request.ranks->first()) return result;
  parts.request.hardware->collect(parts.network, result);
  const RunCost& cost = parts.network.cost();
  result.switch_cycles = parts.request.topology->switches() * std::uint64_t{cost.cycles};
  result.evaluations = cost.evaluations;
  result.note = parts.division.note(cost);
  return result;
}

Readings cosimulate(const CosimulationRequest& request, const ModelStore& store) {
  BuiltNetwork built(request, store);
  built.simulate();
  built.rethrow();
  return built.readings();
}

}  // namespace romcast
