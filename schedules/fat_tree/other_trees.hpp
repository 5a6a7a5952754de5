// SPDX-License-Identifier: Apache-2.0
// Algorithms of fat trees on trees of nodes with stores: `tree`, whose arity and capacity depend on
// the level (Dimakopoulos & Dimopoulos 1996, section 4), and `rooted-tree`, any tree with a
// processor at every node. The fat-tree algorithm's rules make the plan, except for broadcasts,
// `reversed-scatter` and, on `rooted-tree`, scatters; ROMs run it.
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// The versions of an algorithm for `tree` and `rooted-tree`; for each broadcast these are
/// largest_first_broadcast(). Empty for algorithms that need equal arities or are not for fat
/// trees. In the single-port model nodes of these networks also receive only one message per cycle,
/// so each hop of the rules is made as soon as the ports of its sender and receiver are free.
std::vector<Algorithm> other_tree_versions(const Algorithm& algorithm);

/// Broadcast from any node of a tree, by equation (1): each node sends first to the child whose
/// subtree needs the most cycles. The source begins a message every d cycles, where d is the number
/// of cycles in which the busiest node serves all its children; multi-port, it begins in every
/// cycle as many messages as the narrowest branch has links.
Algorithm largest_first_broadcast(const std::string& network);

}  // namespace romcast
