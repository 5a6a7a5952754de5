// SPDX-License-Identifier: Apache-2.0
// Replays a schedule under a more restrictive port model.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Takes the hops in the order of the schedule and moves each hop to the first cycle in which the
/// sender has the message, and a link of the channel and the ports are free. Drops hops to nodes
/// that already have the message. Returns the hops sorted by cycle. The schedule must move messages
/// unchanged, on the links of the task.
Hops replayed(const Task& task, const OpenSchedule& schedule);

}  // namespace romcast::any
