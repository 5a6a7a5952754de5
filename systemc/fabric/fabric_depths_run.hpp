// SPDX-License-Identifier: Apache-2.0
// Tests the depths that a fabric's schedule needs: runs Verilog whose queues have exactly these
// depths, and Verilog whose queues have a slot less.
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

  /// After the simulation: adds to the report whether the depths were enough, and failures.
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
  // Depths: tx queues as needed, tx one slot less, rx queues as needed, rx one slot less. Fabrics
  // on demand have only the first two cases; the others are nullptr.
  std::array<std::unique_ptr<Case>, 4> cases_;
};

}  // namespace romcast
