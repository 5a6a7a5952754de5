// SPDX-License-Identifier: Apache-2.0
// For programs that link the co-simulation of nodes: nothing is loaded, and no entry is called.
#include "systemc/simulator.hpp"

namespace romcast {

const Simulator& load_simulator() {
  static constexpr Simulator linked{};
  return linked;
}

}  // namespace romcast
