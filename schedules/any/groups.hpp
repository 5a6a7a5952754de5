// SPDX-License-Identifier: Apache-2.0
// Messages to groups: each gets a tree of links to its destinations, such that no link and no port
// is loaded much more than others; then, cycle by cycle, the message with the longest path still to
// go is sent first.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles. Even seeds take
/// shortest paths to all destinations, odd ones reach the nearest destination first, from any node
/// of the tree.
Hops carry_groups(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
