// SPDX-License-Identifier: Apache-2.0
// Spanning trees of star graphs, in relative terms: the tree of the node 12...n stands for that of
// any source s, in which node v is s*v and every edge keeps its dimension.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/star_graph.hpp"

namespace romcast::star {

/// A tree with times: node v receives from its neighbour along up[v] in round round[v].
/// Node 0 is the root (up 0, round 0); every array has an entry per node.
struct TimedTree {
  std::vector<std::uint8_t> up;
  std::vector<std::uint32_t> round;
  std::uint32_t rounds = 0;  ///< the last of them
  /// A chunk can follow another after this many rounds: sends of a node differ modulo this.
  std::uint32_t period = 1;
};

/// Fewest rounds known: every node sends to one node per round, and every one sends as often as it
/// can. n = 3..9: the rounds of spreading_steps, found by search from a fixed seed.
TimedTree broadcast_tree(const StarGraph& graph);

/// A greedy tree with few rounds in which a node sends at most `period` times, in rounds that
/// differ modulo `period`; no rounds if the greedy choice gets stuck. Period 1: a Hamiltonian path,
/// n!-1 rounds.
TimedTree periodic_tree(const StarGraph& graph, std::uint32_t period);

/// A tree of shortest paths whose n-1 subtrees below the root have sizes as equal as possible: the
/// rotation of the dimensions 2..n maps the subtrees onto each other. round[v] is the distance;
/// period 1.
TimedTree balanced_tree(const StarGraph& graph);

}  // namespace romcast::star
