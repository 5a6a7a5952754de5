// SPDX-License-Identifier: Apache-2.0
// The module's half: its own hardware_of() and Cosimulation::measure(), to which the linker binds
// these calls (-Bsymbolic-functions).
#include "systemc/hardware_of.hpp"
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

std::shared_ptr<NodeHardware> make_hardware(const ControlledNodes& nodes) {
  return hardware_of(nodes);
}

std::optional<Measurement> measure(Cosimulation& cosimulation, Run& run) {
  return cosimulation.measure(run);
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const Simulator ROMCAST_SIMULATOR{.hardware_of = make_hardware, .measure = measure};

const Simulator& load_simulator() { return ROMCAST_SIMULATOR; }

}  // namespace romcast
