// SPDX-License-Identifier: Apache-2.0
// Schedules on links that take times of their own (LinkTime): the searches of `matching` there.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The last cycle in which a message arrives; hops in order of their cycles.
Cycle last_arrival(const Topology& topology, const Hops& hops);

/// A greedy schedule, in order of cycles; seeds break ties otherwise. Empty if it would take more
/// than `most` cycles.
Hops timed(const Task& task, unsigned seed, Cycle most, const Deadline& deadline);

}  // namespace romcast::any
