// SPDX-License-Identifier: Apache-2.0
// Makes the Verilog hardware of a run's nodes.
#pragma once

#include <memory>

#include "romcast/machines/nodes.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

/// Throws InputError if a row does not fit the interfaces of a fully connected network.
std::shared_ptr<NodeHardware> hardware_of(const ControlledNodes& nodes);

}  // namespace romcast
