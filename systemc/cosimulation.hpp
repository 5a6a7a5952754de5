// SPDX-License-Identifier: Apache-2.0
// Runs a plan on Verilog switches: builds the network, simulates, reads the hardware counters.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "ranks/cut.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/topology.hpp"
#include "systemc/model_store.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

struct CosimulationRequest {
  std::shared_ptr<const Topology> topology{};
  std::shared_ptr<NodeHardware> hardware{};
  Cycle last_hop = 0;      ///< cycle of the plan's last hop
  std::uint64_t hops = 0;  ///< number of hops of the plan
  /// Evaluates only switches that can change. Has no effect if the hardware cannot sleep, or if a
  /// waveform is recorded.
  bool gated = true;
  bool audit = false;
  std::string wave_file{};  ///< path ending in .vcd or .fst
  std::vector<NodeId> wave_nodes{};
  /// Each rank runs a part of the network. Ranks other than the first get no result, no waveform
  /// and, unless `cut` is given, no trace.
  std::shared_ptr<Ranks> ranks = no_other_ranks();
  /// The parts of several ranks; every rank then gets the hops that its own nodes send or receive.
  /// nullptr: cosimulate() chooses the parts, and the first rank gets the whole trace.
  const Cut* cut = nullptr;
  /// Receives the trace, in pieces of whole cycles.
  std::function<void(std::span<const LinkFlit>)> trace{};
};

/// The models of a request, with recording if it asks for a waveform.
std::vector<ModelSpec> models_for(const CosimulationRequest& request);

/// Throws InputError if this process has co-simulated already: SystemC elaborates once.
void check_kernel_is_fresh();
/// Returns `name`, the name of a new module. If the simulation has started, throws InputError,
/// which names the module's class (`module`); without this check SystemC would throw its own error.
const sc_core::sc_module_name& in_time(const sc_core::sc_module_name& name, const char* module);
/// Throws InputError if the time of a clock cycle is 0.
void check_cycle(const sc_core::sc_time& cycle);

/// A network that the constructor builds and simulate() or begin() simulates. ModelStore::prepare()
/// must have built the models before the constructor is called, and the store must outlive the
/// BuiltNetwork.
class BuiltNetwork {
 public:
  BuiltNetwork(CosimulationRequest request, const ModelStore& store);
  ~BuiltNetwork();
  BuiltNetwork(const BuiltNetwork&) = delete;
  BuiltNetwork& operator=(const BuiltNetwork&) = delete;

  [[nodiscard]] Network& network();
  /// Simulates; at most once per process (SystemC elaborates once).
  void simulate();
  /// Replaces simulate() if the caller starts the simulation. The network begins when
  /// `start` is notified; if `start` is nullptr, when the simulation begins. At the end of its run
  /// the network calls `ended`. `cycle`: time of a clock cycle.
  void begin(sc_core::sc_time cycle, sc_core::sc_event* start, std::function<void()> ended);
  /// After the simulation: rethrows the exception that stopped it, if any.
  void rethrow() const;
  Readings readings();

 private:
  struct Parts;
  const std::unique_ptr<Parts> parts_;
};

/// Builds, simulates and reads.
Readings cosimulate(const CosimulationRequest& request, const ModelStore& store);

}  // namespace romcast
