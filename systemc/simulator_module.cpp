// SPDX-License-Identifier: Apache-2.0
// The module's half: its own Run::hardware() and Cosimulation::measure(), to which the linker binds
// these calls (-Bsymbolic-functions).
#include "systemc/simulator.hpp"

namespace romcast {

extern "C" __attribute__((visibility("default")))
const Simulator ROMCAST_SIMULATOR{.hardware = [](Run& run) { return run.hardware(); },
                                  .measure =
                                      [](Run& run, const TakeTrace& trace) {
                                        Cosimulation cosimulation;
                                        cosimulation.trace = trace;
                                        return cosimulation.measure(run);
                                      }};

const Simulator& load_simulator() { return ROMCAST_SIMULATOR; }

}  // namespace romcast
