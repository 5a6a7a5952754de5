// SPDX-License-Identifier: Apache-2.0
// Grows trees by greedy rounds, and mends a tree that has not reached all nodes in time.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/star/neighbours.hpp"
#include "schedules/star/tree.hpp"

namespace romcast::star {

/// A tree that may lack nodes: parent[v] is kNone if v has no parent (the root, a missing node).
struct Growth {
  std::vector<NodeId> parent;
  std::vector<std::uint32_t> round;
  std::uint32_t rounds = 0;
  NodeId missing = 0;
};

/// Makes at most `most_rounds` rounds from node 0. In each round as many nodes as possible receive
/// the message, by a maximum matching of nodes that have it with nodes that lack it; receivers
/// with the fewest paths of two hops to nodes that have it are matched first. `period` > 0: the
/// rounds in which a node sends differ modulo `period`.
Growth grow_greedily(const Neighbours& neighbours, std::uint32_t most_rounds, std::uint32_t period);

/// Finds a parent and a round for every missing node, within growth.rounds. In each move one
/// missing node takes a slot or ejects a neighbour; false if nodes are missing after `most_moves`
/// moves.
bool mend(const Neighbours& neighbours, Growth& growth, std::uint64_t most_moves);

}  // namespace romcast::star
