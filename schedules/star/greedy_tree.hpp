// SPDX-License-Identifier: Apache-2.0
// Grows trees by greedy rounds, and mends a tree that has not reached all nodes in time.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/star/neighbours.hpp"
#include "schedules/star/tree.hpp"

namespace romcast::star {

/// A tree that may lack nodes: parent[v] is kNone if v is the root or missing; round[v], in which v
/// receives, is kNone if v is missing.
struct Growth {
  std::vector<NodeId> parent;
  std::vector<std::uint32_t> round;
  std::uint32_t rounds = 0;
  NodeId missing = 0;
};

/// Makes at most `most_rounds` rounds from node 0. In each round as many nodes as possible receive
/// the message, by a maximum matching of nodes that have the message with nodes that lack it;
/// receivers with the fewest paths of two hops to nodes with the message are matched first. No two
/// rounds in which a node sends are equal modulo `period` (0: a node may send in every round).
Growth grow_greedily(const Neighbours& neighbours, std::uint32_t most_rounds, std::uint32_t period);

/// Finds a parent and a round, at most growth.rounds, for every missing node. In each move a
/// missing node takes a slot (a parent and a round) or, if no slot is possible, ejects a neighbour
/// from the tree. False if nodes are missing after `most_moves` moves.
bool mend(const Neighbours& neighbours, Growth& growth, std::uint64_t most_moves);

}  // namespace romcast::star
