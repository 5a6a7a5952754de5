// SPDX-License-Identifier: Apache-2.0
// Schedules for messages to groups of processors. Each message gets a tree of links to its
// destinations, chosen so that no link and no port is loaded much more than others. The hops are
// then listed cycle by cycle, the message with the longest remaining path first.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Hops in order of their cycles; empty if the schedule would take more than `most` cycles. With
/// even seeds each destination has a cheapest path from the origin; with odd seeds a tree grows by
/// cheapest paths, each from any node of the tree to the nearest destination outside the tree.
Hops carry_groups(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
