// SPDX-License-Identifier: Apache-2.0
// Allgather on a Cayley graph: one spanning tree, relative to the sender. Each cycle adds up to one
// edge per link of a node.
#pragma once

#include "schedules/any/lockstep.hpp"

namespace romcast::any {

/// An allgather of M messages each; uses at most `ports` of a node's links in a cycle.
Lockstep pack_trees(const Cayley& cayley, std::uint32_t messages, std::size_t ports, unsigned seed);

}  // namespace romcast::any
