// SPDX-License-Identifier: Apache-2.0
// Nodes of a design with as many ports as they have links.
#pragma once

#include "romcast/design/design.hpp"

namespace romcast {

/// The co-simulation gives all nodes the ports of the largest one. Replaces modules, wires and ROM
/// words of nodes that forward and are led by ROMs, so that each has its own number of ports.
void trim_ports(Design& design);

}  // namespace romcast
