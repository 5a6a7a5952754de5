// SPDX-License-Identifier: Apache-2.0
// Schedules messages with one destination each. Every link takes the message with most hops to go
// among those that it brings closer to their destination; ties go to the message that the fewest
// other links could take. Messages go along any shortest path, or along paths chosen beforehand.
#pragma once

#include "schedules/any/routes.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if the schedule would take more than `most` cycles.
Hops carry(const Task& task, unsigned seed, Cycle most = kNone, const Routes* routes = nullptr);

}  // namespace romcast::any
