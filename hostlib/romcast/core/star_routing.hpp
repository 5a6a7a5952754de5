// SPDX-License-Identifier: Apache-2.0
// Shortest paths in star graphs (Tseng, Chang & Sheu 1998, section II): rules R1 and R2 lead to a
// node, rules R3 and R4 to a substar. Positions and dimensions count from 1, symbols from 0.
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
/// Length of a shortest path: s + c, or s + c - 2 if the first symbol is displaced, where s symbols
/// are displaced and form c cycles (Akers, Harel & Krishnamurthy 1987).
unsigned star_distance(Permutation from, Permutation to, unsigned symbols);
/// Dimension of a shortest path's first hop: by R2, or if R2 does not apply, the smallest that R1
/// allows. `from` must not be `to`.
unsigned step_towards(Permutation from, Permutation to, unsigned symbols);

/// True if the node is in the substar.
bool inside(Permutation node, const Substar& substar, unsigned symbols);
/// Dimension of a shortest path's first hop: by R4, or if R4 does not apply, the smallest that R3
/// allows (others can begin longer paths). `from` must not be in the substar.
unsigned step_towards(Permutation from, const Substar& substar, unsigned symbols);
/// Dimensions of a shortest path by R3 and R4, in order; empty if `from` is in the substar.
std::vector<unsigned> path_to(Permutation from, const Substar& substar, unsigned symbols);

}  // namespace romcast
