// SPDX-License-Identifier: Apache-2.0
// Shortest paths in star graphs (Tseng, Chang & Sheu 1998, section II): rules R1, R2 from node to
// node, R3, R4 from a node to a substar. Positions and dimensions count from 1, symbols from 0.
#pragma once

#include <vector>

#include "romcast/core/star_graph.hpp"

namespace romcast {

/// A k-substar *^k y_{k+1}..y_n: all nodes whose last n-k symbols are those of `label`.
struct Substar {
  Permutation label;
  unsigned free = 1;  ///< k, 1..n; 1: a single node, n: all nodes
};

/// True if the neighbour of `from` along `dimension` is nearer to `to` than `from` is.
bool nearer(Permutation from, Permutation to, unsigned dimension, unsigned symbols);
/// Length of a shortest path: number of displaced symbols + number of their cycles, less 2 if the
/// first symbol is displaced (Akers, Harel & Krishnamurthy 1987).
unsigned star_distance(Permutation from, Permutation to, unsigned symbols);
/// Dimension of the first hop by R1 (the smallest dimension that R1 allows) or R2; from != to.
unsigned step_towards(Permutation from, Permutation to, unsigned symbols);

/// True if the node is in the substar.
bool inside(Permutation node, const Substar& substar, unsigned symbols);
/// Dimension of the first hop by R3 (the smallest dimension that R3 allows; the path by another one
/// may be longer) or R4; `from` is not in the substar.
unsigned step_towards(Permutation from, const Substar& substar, unsigned symbols);
/// Dimensions of a shortest path to the substar, in order, by R3, R4; empty if `from` is in it.
std::vector<unsigned> path_to(Permutation from, const Substar& substar, unsigned symbols);

}  // namespace romcast
