// SPDX-License-Identifier: Apache-2.0
// Loading SystemC takes half of the time of a short run. The code that needs SystemC is therefore
// in a module, which the first co-simulation loads.
#pragma once

#include <optional>

#include "romcast/run/cosimulation.hpp"
#include "systemc/fabric/fabric_cosimulation.hpp"

namespace romcast {

constexpr const char* kSimulatorModule = "libromcast_simulator.so";

/// The entries of the module: the program's Cosimulation::measure() and cosimulate_fabric() call
/// them.
struct Simulator {
  std::optional<Measurement> (*measure)(Cosimulation& cosimulation, Run& run) = nullptr;
  FabricReport (*fabric)(const FabricRequest& request) = nullptr;
};

/// Loads the module and returns its entries; child processes forked later have the module loaded.
/// Throws MissingError if the module is missing.
const Simulator& load_simulator();

}  // namespace romcast

/// The module's symbol for its Simulator: as an identifier, and as a string for dlsym().
#define ROMCAST_SIMULATOR romcast_simulator
#define ROMCAST_SIMULATOR_NAME "romcast_simulator"
