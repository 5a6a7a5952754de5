// SPDX-License-Identifier: Apache-2.0
// Runs Verilog of a fabric whose queues have as many words as the schedule needs, and one less.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "romcast/fabric/depths.hpp"
#include "systemc/fabric/fabric_cosimulation.hpp"

namespace romcast {

class FabricBench;
class FabricModel;

class DepthsRun {
 public:
  /// Builds the models, before the simulation.
  explicit DepthsRun(const FabricRequest& request);
  ~DepthsRun();
  DepthsRun(const DepthsRun&) = delete;
  DepthsRun& operator=(const DepthsRun&) = delete;

  /// After the simulation: adds what was found, and failures.
  void add_to(FabricReport& report) const;

 private:
  struct Case;
  void work(FabricBench& bench, Case& one) const;
  void frame_on_demand(FabricBench& bench, Case& one) const;
  void source(FabricBench& bench, Case& one, std::size_t tile) const;
  void sink(FabricBench& bench, Case& one, std::size_t tile) const;
  [[nodiscard]] bool checks_tx(std::size_t tile) const;
  [[nodiscard]] bool checks_rx(std::size_t tile) const;

  const std::vector<FabricDepths> depths_;  // by tile
  // tx needed, tx less, rx needed, rx less; on demand only the first two.
  std::array<std::unique_ptr<Case>, 4> cases_;
};

}  // namespace romcast
