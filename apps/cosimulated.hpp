// SPDX-License-Identifier: Apache-2.0
// The Verilog switches, co-simulated with processors: runs a plan, reads the trace of every link
// and the registers of every node.
#pragma once

#include "apps/run.hpp"

namespace romcast {

class Cosimulation final : public Hardware {
 public:
  /// At most once per process.
  std::optional<Measurement> measure(Run& run) override;
};

/// Fills in what the registers of nodes and crossbar tell.
void read_registers(const CosimulationResult& result, unsigned levels, Measured& measured);

}  // namespace romcast
