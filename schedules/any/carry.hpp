// SPDX-License-Identifier: Apache-2.0
// Messages with one destination each: every link takes, of those that it brings nearer, the one
// with most hops to go, of these one that few other links could take. Along all shortest paths, or
// along paths that were chosen beforehand.
#pragma once

#include "schedules/any/routes.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles.
Hops carry(const Task& task, unsigned seed, Cycle most = kNone, const Routes* routes = nullptr);

}  // namespace romcast::any
