// SPDX-License-Identifier: Apache-2.0
// Broadcast and allgather, greedily, cycle by cycle: every node takes what it lacks and what the
// fewest have.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles. `seed` 0 is the
/// plain order, others break ties otherwise.
Hops spread(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
