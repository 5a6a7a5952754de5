// SPDX-License-Identifier: Apache-2.0
// Gives the nodes of a design as many ports as they have links.
#pragma once

#include "romcast/design/design.hpp"

namespace romcast {

/// In the co-simulation all nodes have the ports of the largest one. Replaces modules, wires and
/// ROM words of forwarding nodes with ROMs, so that each has its own number of ports.
void trim_ports(Design& design);

}  // namespace romcast
