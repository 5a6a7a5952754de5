// SPDX-License-Identifier: Apache-2.0
// Scatters that are too large for flows: down a tree whose branches at the root are about as large
// as one another.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The k-th message that the root sends by a link never waits, as it follows the one before it;
/// those with most hops to go leave first. So the time is that of the root's busiest link, and of
/// the path that the last message has to go.
Hops scatter_down_tree(const Task& task);

}  // namespace romcast::any
