// SPDX-License-Identifier: Apache-2.0
// Allgather on a Cayley graph: a spanning tree for each of the messages of a node. All nodes use
// the same trees of group elements: in the trees of node u, element x is node u*x. In each cycle,
// each link of a node adds at most one edge to one of the trees.
#pragma once

#include "schedules/any/lockstep.hpp"

namespace romcast::any {

/// An allgather of `messages` messages of each node; uses at most `ports` of a node's links in a
/// cycle.
Lockstep pack_trees(const Cayley& cayley, std::uint32_t messages, std::size_t ports, unsigned seed);

}  // namespace romcast::any
