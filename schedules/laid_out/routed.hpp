// SPDX-License-Identifier: Apache-2.0
// Algorithms of the fully connected network on any network whose nodes forward: the same messages
// go to the same processors in the same order, but each send becomes a shortest path of hops. Hops
// are booked one after another, each in the first cycle with a free link and free ports, so no hop
// waits for a round to end. A node gets a message for many processors only once: the hops of a path
// begin at the last node of the path that already has the message.
//
// If nodes combine, the tree of each value is embedded backwards: from the node where the value is
// complete to all processors that contribute to the value (any/turned.hpp).
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::laid_out {

/// The version of an algorithm for networks of Algorithm::network "any". Applies to allgathers and
/// alltoalls, and to reduces, reduce-scatters and allreduces that combine every value along a tree;
/// empty for other algorithms.
std::vector<Algorithm> routed_versions(const Algorithm& complete);

}  // namespace romcast::laid_out
