// SPDX-License-Identifier: Apache-2.0
// Replays a schedule under a more restrictive port model.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The hops of a schedule in its order, each in the first cycle in which its sender has the message
/// and link and ports are free. Hops to nodes that already have the message are dropped. The
/// schedule must move messages unchanged, on the links of the task.
Hops replayed(const Task& task, const OpenSchedule& schedule);

}  // namespace romcast::any
