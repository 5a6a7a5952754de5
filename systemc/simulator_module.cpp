// SPDX-License-Identifier: Apache-2.0
// The module's half of simulator.hpp. The linker binds the call below to the module's own
// Cosimulation::measure(), not to the program's (-Bsymbolic-functions).
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

std::optional<Measurement> measure(Cosimulation& cosimulation, Run& run) {
  return cosimulation.measure(run);
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const Simulator ROMCAST_SIMULATOR{.measure = measure, .fabric = cosimulate_fabric};

const Simulator& load_simulator() { return ROMCAST_SIMULATOR; }

}  // namespace romcast
