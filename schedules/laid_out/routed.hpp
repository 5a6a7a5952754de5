// SPDX-License-Identifier: Apache-2.0
// Algorithms of the fully connected network on any other network: the same messages go to the same
// processors in the same order, but each send becomes hops along a shortest path. Endpoints forward
// nothing; algorithms that need them to are rejected. Hops are booked one after another, each in
// the first cycle with a free link and free ports, so no hop waits for a round to end. A node gets
// a message for many processors only once: the hops of a path begin at the last node of the path
// that already has the message.
//
// If nodes combine, the tree of each value is embedded backwards: from the node where the value is
// complete to all processors that contribute to the value (any/turned.hpp).
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::laid_out {

/// One version of `complete`, whose Algorithm::network is "any", if `complete` is a single-port
/// algorithm of the fully connected network for an allgather, an alltoall, or a reduce,
/// reduce-scatter or allreduce that combines every value along a tree; else empty. Algorithms with
/// Algorithm::buffered have no version.
std::vector<Algorithm> routed_versions(const Algorithm& complete);

}  // namespace romcast::laid_out
