// SPDX-License-Identifier: Apache-2.0
// Scatters on networks that are too large for an individual path of each message: messages go down
// one tree, whose branches at the root have about the same size.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The hops, sorted by cycle. The root sends at most one message per cycle on each of its channels;
/// on each channel the messages with the longest paths leave first. After the root no message
/// waits, so only the sends of the root and the lengths of the paths determine the time.
Hops scatter_down_tree(const Task& task);

}  // namespace romcast::any
