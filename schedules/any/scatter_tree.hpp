// SPDX-License-Identifier: Apache-2.0
// Scatters that are too large for flows: they go down a tree whose branches at the root have about
// the same size.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The messages that the root sends by one link follow each other, so none of them waits; those
/// with most hops to go leave first. So the time is that of the root's busiest link and of the path
/// of the last message.
Hops scatter_down_tree(const Task& task);

}  // namespace romcast::any
