// SPDX-License-Identifier: Apache-2.0
// Algorithms of the fully connected network on any network whose nodes forward: the same messages
// go to the same processors in the same order, but each send is a shortest path of hops. Hops are
// booked one after the other, as soon as link and ports are free, so no hop waits for a round to
// end. A node gets a message for many processors only once: a path begins at the last of its nodes
// that has the message.
//
// If nodes combine, the path of each value is embedded backwards: from the node where the value is
// whole to all processors that contribute to it (any/turned.hpp).
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::laid_out {

/// The algorithm on networks of Algorithm::network "any": allgather and alltoall of LogP machines,
/// and reduce, reduce-scatter and allreduce if every value is combined at one processor.
std::vector<Algorithm> routed_versions(const Algorithm& complete);

}  // namespace romcast::laid_out
