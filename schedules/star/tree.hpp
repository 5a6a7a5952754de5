// SPDX-License-Identifier: Apache-2.0
// Spanning trees of star graphs, in relative terms: the tree with the root 12...n represents the
// tree of any source s: node v becomes node s*v, and every edge keeps its dimension.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/star_graph.hpp"

namespace romcast::star {

/// A tree with times: node v receives from its neighbour in dimension up[v], in round round[v].
/// Node 0 is the root (up 0, round 0); every array has an entry per node.
struct TimedTree {
  std::vector<std::uint8_t> up;
  std::vector<std::uint32_t> round;
  std::uint32_t rounds = 0;  ///< the last round
  /// Rounds from a chunk to the next one. In single-port trees, the rounds in which a node sends
  /// the same chunk differ modulo `period`.
  std::uint32_t period = 1;
};

/// The tree with the fewest rounds known, in which a node sends to one node per round. For n = 3..9
/// it has spreading_steps(n) rounds, found by search from a fixed seed (n = 6: a stored tree).
TimedTree broadcast_tree(const StarGraph& graph);

/// A greedy tree with few rounds in which a node sends at most `period` times, in rounds that
/// differ modulo `period`; `rounds` is 0 if the greedy choice gets stuck. Period 1: a Hamiltonian
/// path, n!-1 rounds.
TimedTree periodic_tree(const StarGraph& graph, std::uint32_t period);

/// A tree of shortest paths. The n-1 subtrees below the root have sizes as equal as possible: the
/// rotation of the dimensions 2..n maps the subtrees onto each other, except for some leaves, which
/// even out the sizes. round[v] is the distance of node v from the root; `period` is 1.
TimedTree balanced_tree(const StarGraph& graph);

}  // namespace romcast::star
