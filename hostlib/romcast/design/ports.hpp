// SPDX-License-Identifier: Apache-2.0
// Gives the nodes of a design as many ports as they have links, and stores as deep as the schedule
// needs.
#pragma once

#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/design/design.hpp"

namespace romcast {

/// In the co-simulation all nodes have the ports of the largest one. Replaces modules, wires and
/// ROM words of forwarding nodes with ROMs, so that each has its own number of ports.
void trim_ports(Design& design);
/// In the co-simulation stores have a few coarse depths. Replaces the modules of forwarding nodes,
/// and the slots in their ROM words, so that each memory has the slots of its row in `depths`.
void trim_stores(Design& design, const std::vector<QueueDepth>& depths);
/// Drops memory arrays of multi-port nodes with ROMs: a module loses an array if no ROM word of its
/// nodes reads the array. Modules with more than 7 ports keep all arrays.
void trim_reads(Design& design);

}  // namespace romcast
