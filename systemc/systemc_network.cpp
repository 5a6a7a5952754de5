// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <vector>

#include "romcast/core/error.hpp"
#include "systemc/cosimulation.hpp"
#include "systemc/measuring.hpp"
#include "systemc/romcast/systemc.hpp"
#include "systemc/tlm_processor.hpp"

namespace romcast {
namespace {

Run& runnable(Run& run, const SystemcSettings& settings) {
  check_cycle(settings.cycle);
  if (run.job().problem.collective.word_bits() == 0) {
    throw InputError({"word_bits", 0}, "the messages of this job carry no words",
                     "set Asked::word_bits, or take Collective::carrying");
  }
  run.check_hardware();
  if (run.refused()) throw InputError("the plan of this job is illegal");
  return run;
}

// Hardware that has already run: returns its measurement.
class Finished final : public Hardware {
 public:
  explicit Finished(std::optional<Measurement> measurement)
      : measurement_(std::move(measurement)) {}
  std::optional<Measurement> measure(Run&) override { return std::move(measurement_); }

 private:
  std::optional<Measurement> measurement_;
};

}  // namespace

struct SystemcNetwork::State {
  State(Run& of, SystemcSettings how)
      : run(runnable(of, how)), settings(std::move(how)), measuring(run, settings.trace) {}

  [[nodiscard]] const Collective& collective() const { return run.job().problem.collective; }
  void check(NodeId processor) const;
  TlmProcessor& sockets_of(NodeId processor);

  Run& run;
  const SystemcSettings settings;
  Measuring measuring;
  std::map<NodeId, Endpoint*> attached;
  std::vector<std::unique_ptr<TlmProcessor>> sockets;  // by processor
  sc_core::sc_event start{"start"}, done{"done"};
  bool started = false, simulates = false;
  std::optional<Report> report;
};

void SystemcNetwork::State::check(NodeId processor) const {
  if (processor >= collective().processors()) {
    throw InputError({"processor", processor},
                     fmt::format("the network has {}, numbered from 0", collective().processors()));
  }
  if (simulates) {
    throw InputError({"processor", processor}, "the simulation has begun", "bind it before");
  }
}

TlmProcessor& SystemcNetwork::State::sockets_of(NodeId processor) {
  check(processor);
  if (attached.contains(processor)) {
    throw InputError({"processor", processor}, "it has an endpoint, and no sockets");
  }
  return *sockets[processor];
}

SystemcNetwork::SystemcNetwork(const sc_core::sc_module_name& name, Run& run,
                               SystemcSettings settings)
    : sc_module(in_time(name, "SystemcNetwork")),
      state_(std::make_unique<State>(run, std::move(settings))) {
  for (NodeId p = 0; p < state_->collective().processors(); ++p) {
    state_->sockets.push_back(
        std::make_unique<TlmProcessor>(fmt::format("tlm{}", p).c_str(), state_->collective(), p));
  }
}

SystemcNetwork::~SystemcNetwork() = default;

void SystemcNetwork::attach(NodeId processor, Endpoint& endpoint) {
  State& s = *state_;
  s.check(processor);
  if (!s.attached.emplace(processor, &endpoint).second) {
    throw InputError({"processor", processor}, "it has an endpoint already");
  }
}

TlmTarget& SystemcNetwork::target(NodeId processor) {
  return state_->sockets_of(processor).target();
}

TlmInitiator& SystemcNetwork::initiator(NodeId processor) {
  return state_->sockets_of(processor).initiator();
}

unsigned SystemcNetwork::word_bytes() const {
  return TlmProcessor::word_bytes(state_->collective());
}

std::uint64_t SystemcNetwork::address(MessageId message) const {
  const std::uint64_t numbers = state_->collective().message_numbers();
  if (message >= numbers) {
    throw InputError({"message", message}, fmt::format("numbers are 0 to {}", numbers - 1));
  }
  return std::uint64_t{message} * word_bytes();
}

void SystemcNetwork::start() {
  if (std::exchange(state_->started, true)) return;
  if (state_->simulates) state_->start.notify(sc_core::SC_ZERO_TIME);
}

bool SystemcNetwork::ended() const { return state_->measuring.ended(); }

const sc_core::sc_event& SystemcNetwork::done() const { return state_->done; }

void SystemcNetwork::start_of_simulation() {
  State& s = *state_;
  std::vector<Endpoint*> endpoints;
  for (NodeId p = 0; p < s.collective().processors(); ++p) {
    const auto own = s.attached.find(p);
    if (own == s.attached.end()) s.sockets[p]->start();
    endpoints.push_back(own != s.attached.end() ? own->second : s.sockets[p].get());
  }
  s.measuring.carry(std::move(endpoints));
  const bool waits = s.settings.waits && !s.started;
  s.measuring.begin(s.settings.cycle, waits ? &s.start : nullptr,
                    [&s] { s.done.notify(sc_core::SC_ZERO_TIME); });
  s.simulates = true;
}

Report SystemcNetwork::report() {
  State& s = *state_;
  if (s.report) return *s.report;
  s.measuring.rethrow();
  if (!ended()) {
    throw InputError(fmt::format(
        "the network is in cycle {}, the plan has {} and some cycles of drain; simulate until "
        "done() before the report",
        s.simulates ? s.measuring.cycle() : 0, s.run.verdict().cycles));
  }
  s.measuring.end();
  auto measurement = s.measuring.finish();
  for (const auto& processor : s.sockets) {
    std::string complaint = processor->complaint();
    if (!complaint.empty()) measurement->measured.complaints.push_back(std::move(complaint));
  }
  Finished finished(std::move(measurement));
  s.report = s.run.report(finished);
  return *s.report;
}

}  // namespace romcast
