// SPDX-License-Identifier: Apache-2.0
// More networks for tests: strongly connected digraphs with lanes, boxes of GPUs with switches.
#pragma once

#include "schedules/any/edges.hpp"

namespace romcast::test {

/// A cycle through all nodes, and more arcs, with 1 to 3 lanes. With switches every arc has a
/// reverse arc, so that as many lanes enter a switch as leave it.
Network random_digraph(NodeId processors, NodeId switches, unsigned more, unsigned seed);
/// Boxes of 8 GPUs, each GPU with 12 links to its box's switch; if there are several boxes, also
/// with one link to a common switch.
Network a100(NodeId boxes);

}  // namespace romcast::test
