// SPDX-License-Identifier: Apache-2.0
// The co-simulation of a run, step by step, for simulations that romcast or the user starts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "romcast/run/cosimulation.hpp"
#include "systemc/cosimulation.hpp"
#include "systemc/network.hpp"
#include "systemc/trace_reader.hpp"
#include "systemc/words.hpp"

namespace romcast {

class Measuring {
 public:
  /// Makes the models and builds the network, inside the SystemC module that is being constructed,
  /// if any. The run must outlive this object.
  Measuring(Run& run, TakeTrace trace);
  ~Measuring();
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;

  /// Sets the endpoints, in the order of the processors; call it before the simulation, at most
  /// once. Throws InputError if there is not one endpoint for each processor, if messages carry no
  /// words, or if there are several ranks.
  void carry(std::vector<Endpoint*> endpoints);
  /// Runs SystemC.
  void simulate();
  /// Replaces simulate() if the caller starts the simulation: see BuiltNetwork::begin().
  void begin(sc_core::sc_time cycle, sc_core::sc_event* start, std::function<void()> ended);
  /// Call it after a simulation that the caller has started.
  void end();
  [[nodiscard]] bool ended() const { return built_->network().ended(); }
  /// The cycle that has not ended yet: 0 after begin(). The fabric has the last one that has ended.
  [[nodiscard]] Cycle cycle() const { return built_->network().fabric().cycle + 1; }
  /// Rethrows the exception that stopped the simulation, if any.
  void rethrow() const;
  /// Calls rethrow(), then returns the measurement; nothing on ranks other than the first.
  std::optional<Measurement> finish();

 private:
  Run& run_;
  CosimulationRequest request_;
  const ModelStore store_;
  Cost cost_;
  double total_;  // CPU seconds
  std::unique_ptr<TraceReader> reader_;
  std::optional<Words> words_;
  std::unique_ptr<BuiltNetwork> built_;
};

}  // namespace romcast
