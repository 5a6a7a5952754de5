// SPDX-License-Identifier: Apache-2.0
// Versions of fat-tree algorithms for two networks whose nodes have stores: `tree`, whose arity and
// capacity depend on the level (Dimakopoulos & Dimopoulos 1996, section 4), and `rooted-tree`, any
// tree with a processor at every node. The rules of the fat-tree algorithm make the plan, except
// for broadcasts, `reversed-scatter` and, on `rooted-tree`, scatters. ROMs run the plan.
#pragma once

#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// The versions of `algorithm` for the networks `tree` and `rooted-tree`; if `algorithm` is a
/// broadcast, largest_first_broadcast() on both networks. Empty if `algorithm` needs equal arities
/// or is not for fat trees. Single-port, a node of these networks also receives only one message
/// per cycle, so a hop of the rules is made once the ports of its sender and receiver are free.
std::vector<Algorithm> other_tree_versions(const Algorithm& algorithm);

/// Broadcast from any node of a tree, by equation (1): each node sends first to the child whose
/// subtree needs the most cycles. The source begins a message every d cycles, where d is the number
/// of cycles in which the busiest node serves all its children; multi-port, it begins in every
/// cycle as many messages as the narrowest branch has links.
Algorithm largest_first_broadcast(const std::string& network);

}  // namespace romcast
