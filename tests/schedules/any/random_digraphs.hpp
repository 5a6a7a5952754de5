// SPDX-License-Identifier: Apache-2.0
// More networks for tests: strongly connected digraphs with lanes, boxes of GPUs with switches.
#pragma once

#include "schedules/any/edges.hpp"

namespace romcast::test {

/// A cycle through all nodes, and more arcs, with 1 to 3 lanes. With switches every arc has an arc
/// back, so that they get as much as they give.
Network random_digraph(NodeId processors, NodeId switches, unsigned more, unsigned seed);
/// Boxes of 8 GPUs, each with 12 links to its box's switch; of several boxes each with one link to
/// a common switch, too.
Network a100(NodeId boxes);

}  // namespace romcast::test
