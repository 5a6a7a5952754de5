// SPDX-License-Identifier: Apache-2.0
// The two greedy searches on links with times.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The hops of a broadcast or allgather. Empty if these would take more than `most` cycles.
Hops timed_spread(const Task& task, unsigned seed, Cycle most);
/// The hops of any other collective: each message takes a path, or a tree if the message has
/// several destinations. Empty if the hops would take more than `most` cycles.
Hops timed_carry(const Task& task, unsigned seed, Cycle most, const Deadline& deadline);

}  // namespace romcast::any
