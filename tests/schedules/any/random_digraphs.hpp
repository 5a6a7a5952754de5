// SPDX-License-Identifier: Apache-2.0
// More networks for tests: strongly connected digraphs with lanes, boxes of GPUs with switches.
#pragma once

#include "schedules/any/edges.hpp"

namespace romcast::test {

/// A cycle through all nodes and at most `more` further arcs, each with 1 to 3 lanes. If there are
/// switches, each arc has a reverse arc of as many lanes, so that as many lanes enter a switch as
/// leave it.
Network random_digraph(NodeId processors, NodeId switches, unsigned more, unsigned seed);
/// Boxes of 8 GPUs, each GPU with 12 links to its box's switch. If there are several boxes, each
/// GPU also has one link to a switch that all boxes share.
Network a100(NodeId boxes);

}  // namespace romcast::test
