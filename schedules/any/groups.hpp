// SPDX-License-Identifier: Apache-2.0
// Messages to groups: each is given a tree of links to those who want it, such that no link and no
// port is loaded much more than others; then, cycle by cycle, whatever has the longest path still
// to go below it is sent first.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if it would take more than `most` cycles. Even seeds take
/// shortest ways to all destinations, odd ones reach the nearest destination first, from anywhere
/// in the tree.
Hops carry_groups(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
