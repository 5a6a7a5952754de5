// SPDX-License-Identifier: Apache-2.0
// Messages with one destination each, along shortest ways that nobody chooses beforehand: every
// link takes, of those that it brings nearer, the one with most hops to go, of these one that few
// other links could take.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles.
Hops carry(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
