// SPDX-License-Identifier: Apache-2.0
// Greedy schedules on links with times (LinkTime), for `matching`.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The last cycle in which a message arrives. Requires hops in order of their cycles.
Cycle last_arrival(const Topology& topology, const Hops& hops);

/// A greedy schedule, in order of cycles; seeds break ties differently. Empty if the schedule would
/// take more than `most` cycles.
Hops timed(const Task& task, unsigned seed, Cycle most, const Deadline& deadline);

}  // namespace romcast::any
