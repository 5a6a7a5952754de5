// SPDX-License-Identifier: Apache-2.0
#include "systemc/hardware_of.hpp"

#include <stdexcept>

namespace romcast {

#define MACHINE(name) std::shared_ptr<NodeHardware> name##_hardware(const std::any& nodes);
#include "romcast/machines/machines.inc"
#undef MACHINE

std::shared_ptr<NodeHardware> hardware_of(const ControlledNodes& nodes) {
  for (const auto make : {
#define MACHINE(name) name##_hardware,
#include "romcast/machines/machines.inc"
#undef MACHINE
       }) {
    if (auto hardware = make(nodes.machine)) return hardware;
  }
  throw std::logic_error("a machine of machines.inc makes other nodes than its hardware takes");
}

}  // namespace romcast
