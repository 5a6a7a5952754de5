// SPDX-License-Identifier: Apache-2.0
// Schedules messages with one destination each, along any shortest path or along given paths. Each
// link, when it sends, chooses, among the messages that it brings closer to their destinations, one
// with the most hops to go; ties go to a message that the fewest other links could take.
#pragma once

#include "schedules/any/routes.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if the schedule would take more than `most` cycles.
Hops carry(const Task& task, unsigned seed, Cycle most = kNone, const Routes* routes = nullptr);

}  // namespace romcast::any
