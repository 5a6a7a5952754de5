// SPDX-License-Identifier: Apache-2.0
// SystemC takes half of the time of a short run to load, so the program has what needs it in a
// module that the first co-simulation loads.
#pragma once

#include <memory>
#include <optional>

#include "romcast/run/cosimulation.hpp"

namespace romcast {

constexpr const char* kSimulatorModule = "libromcast_simulator.so";

/// The entries of the module. hardware_of() and Cosimulation::measure() of the program call them.
struct Simulator {
  std::shared_ptr<NodeHardware> (*hardware_of)(const ControlledNodes& nodes);
  std::optional<Measurement> (*measure)(Cosimulation& cosimulation, Run& run);
};

/// Loads the module, so that children of this process need not; MissingError if there is none.
const Simulator& load_simulator();

}  // namespace romcast

/// The name of the entries in the module.
#define ROMCAST_SIMULATOR romcast_simulator
#define ROMCAST_SIMULATOR_NAME "romcast_simulator"
