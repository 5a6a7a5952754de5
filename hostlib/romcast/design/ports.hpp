// SPDX-License-Identifier: Apache-2.0
// Reduces the nodes of a design to the ports that have links, and to the slots that the schedule
// needs.
#pragma once

#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/design/design.hpp"

namespace romcast {

/// In the co-simulation all nodes have as many ports as the largest node. Adapts the module, wires
/// and ROM words of each forwarding or combining node with a ROM to the links of that node.
void trim_ports(Design& design);
/// In the co-simulation stores have a few coarse depths. Gives each forwarding node a module whose
/// memories have only the slots that the entries of `depths` for this node need, and adapts the
/// node's ROM words to that module.
void trim_stores(Design& design, const std::vector<QueueDepth>& depths);
/// Drops memory arrays of multi-port nodes with ROMs: a module loses an array if no ROM word of its
/// nodes reads the array. Modules with more than 7 ports keep all arrays.
void trim_reads(Design& design);

}  // namespace romcast
