// SPDX-License-Identifier: Apache-2.0
// A greedy broadcast or allgather, cycle by cycle: each node takes those messages from its
// neighbours that the node lacks and that the fewest nodes have.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if the hops would take more than `most` cycles. Seeds break
/// ties differently; with counted ports senders choose at even seeds, receivers at odd seeds.
Hops spread(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
