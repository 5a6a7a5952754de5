// SPDX-License-Identifier: Apache-2.0
// The d spanning trees of Bruck, Cypher & Ho 1992, section 4, with their labels.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/periodic.hpp"

namespace romcast::complete {

/// Splits the n processors for trees of degree d: n = n' + beta*d + alpha, where n' mod d^2 = d+1,
/// and alpha and beta are in 0 .. d-1. (Section 4.3 prints beta < d-1, but Figure 5 of the paper,
/// n = 28 and d = 3, has beta = 2.)
struct FibonacciSplit {
  FibonacciSplit(std::uint32_t n, std::uint32_t degree);
  std::uint32_t d;
  std::uint32_t alpha, beta;
  std::uint32_t group;     ///< s = (n'-1)/d, processors of a tree T_i
  std::uint32_t internal;  ///< x = (s-1)/d, its internal nodes
  /// True if alpha = beta = 0, and a single leaf of T_0 has the largest label of T_0, a multiple of
  /// d; then a single leaf of each T_i has the largest label. Then the last node of all, a child of
  /// this leaf, can be the virtual node, which is no processor, and the broadcast takes one round
  /// less than otherwise; Lemma 4.6 claims this for all n = n'.
  [[nodiscard]] bool ends_early() const;
};

/// True if the trees exist: d >= 3, n >= d+1, and each tree has at least the beta leaves that get
/// additional processors. A tree has fewer leaves if 3d < n < d^2+d+1. (The paper requires
/// odd degrees, and n >= d^2+d+1 in sections 4.3 and 4.4; even degrees from 4 on work, too.)
bool fibonacci_covers(std::uint32_t n, std::uint32_t degree);

/// f_d(x): smallest t with F_d(t) >= x, where F_d(t) = 1 for t < d and 1 + F_d(t-1) + ... +
/// F_d(t-d) else.
std::uint32_t fibonacci_order(std::uint32_t degree, std::uint64_t nodes);

/// The degree that the option `degree` requests; without the option, or if it is "best", the degree
/// with the fewest rounds. Throws InputError if the option is neither "best" nor a number in its
/// range.
std::uint32_t fibonacci_degree(const Problem& problem);

/// The edges of all d trees, d = `degree`, for a periodic_plan with period d and stride d: tree j
/// carries the messages j, j+d, j+2d, ...
std::vector<Edge> fibonacci_edges(std::uint32_t n, std::uint32_t degree);

}  // namespace romcast::complete
