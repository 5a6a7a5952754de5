// SPDX-License-Identifier: Apache-2.0
// Scatters on networks that are too large for an individual path of each message: messages go down
// one tree, whose branches at the root have about the same size.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// On each of its links the root sends the messages with most hops to go first, so no message waits
/// on its path: only the sends of the root and the lengths of the paths determine the time.
Hops scatter_down_tree(const Task& task);

}  // namespace romcast::any
