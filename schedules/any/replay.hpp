// SPDX-License-Identifier: Apache-2.0
// A schedule again, on ports that allow less.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The hops of a schedule in its order, each in the first cycle in which its sender has the message
/// and link and ports are free; hops to nodes that have the message are left out. The schedule
/// moves messages unchanged, on the links of the task.
Hops replayed(const Task& task, const OpenSchedule& schedule);

}  // namespace romcast::any
