// SPDX-License-Identifier: Apache-2.0
// Algorithms of fat trees on trees of nodes with stores: `tree`, whose arity and capacity depend on
// the level (Dimakopoulos & Dimopoulos 1996, section 4), and `rooted-tree`, any tree with a
// processor at every node. The same rules make the plan; ROMs run it.
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// The versions of an algorithm for those networks; none of algorithms that need equal arities or
/// are not for fat trees. Single-port, these nodes also receive one message per cycle: the hops of
/// the rules follow one another as soon as both ports are free.
std::vector<Algorithm> other_tree_versions(const Algorithm& algorithm);

/// Broadcast from any node of a tree: each node serves the subtree that needs most cycles first,
/// equation (1). M messages follow one another when the busiest node has sent one to all.
Algorithm largest_first_broadcast(const std::string& network);

}  // namespace romcast
