// SPDX-License-Identifier: Apache-2.0
// Makes the Verilog hardware of a run's nodes.
#pragma once

#include <any>
#include <memory>

#include "romcast/machines/nodes.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

/// Returns the hardware of the nodes. Throws InputError if a row of a ROM does not fit the
/// interfaces of a fully connected network.
std::shared_ptr<NodeHardware> hardware_of(const ControlledNodes& nodes);

/// Implements the function NAME_hardware(nodes) of each machine in machines.inc: returns the
/// machine's hardware, or nullptr if the nodes are those of another machine.
template <class HardwareOf, class Nodes>
std::shared_ptr<NodeHardware> hardware_from(const std::any& nodes) {
  const auto* own = std::any_cast<Nodes>(&nodes);
  return own != nullptr ? std::make_shared<HardwareOf>(*own) : nullptr;
}

}  // namespace romcast
