// SPDX-License-Identifier: Apache-2.0
// Messages with one destination each. Every link takes, of the messages that it brings nearer, the
// one with most hops to go; among equals the one that the fewest other links could take. Messages
// go along all shortest paths, or along paths that were chosen beforehand.
#pragma once

#include "schedules/any/routes.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles.
Hops carry(const Task& task, unsigned seed, Cycle most = kNone, const Routes* routes = nullptr);

}  // namespace romcast::any
