// SPDX-License-Identifier: Apache-2.0
// The d spanning trees of Bruck, Cypher & Ho 1992, section 4, with their labels.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/periodic.hpp"

namespace romcast::complete {

/// n = n' + beta*d + alpha with n' mod d^2 = d+1, 0 <= alpha, beta < d (section 4.3 prints beta <
/// d-1, but its own Figure 5, n = 28 and d = 3, has beta = 2).
struct FibonacciSplit {
  FibonacciSplit(std::uint32_t n, std::uint32_t degree);
  std::uint32_t d;
  std::uint32_t alpha, beta;
  std::uint32_t group;     ///< s = (n'-1)/d, processors of a tree T_i
  std::uint32_t internal;  ///< x = (s-1)/d, its internal nodes
  /// True if alpha = beta = 0, and a single leaf of a tree has the largest label, a multiple of d.
  /// Then the child of this leaf that would be the last node of all can be the virtual node, which
  /// is no processor, and the broadcast takes one round less than otherwise; Lemma 4.6 claims this
  /// for all n = n'.
  [[nodiscard]] bool ends_early() const;
};

/// Whether the trees exist: n >= d+1, and a tree has at least the beta leaves that get additional
/// processors. If 3d < n < d^2+d+1 it has fewer. (Sections 4.3 and 4.4 require n >= d^2+d+1.)
/// d >= 3: the paper requires odd degrees, but even degrees from 4 on work, too.
bool fibonacci_covers(std::uint32_t n, std::uint32_t degree);

/// f_d(x): smallest t with F_d(t) >= x, where F_d(t) = 1 for t < d and 1 + F_d(t-1) + ... +
/// F_d(t-d) else.
std::uint32_t fibonacci_order(std::uint32_t degree, std::uint64_t nodes);

/// The degree that the option `degree` requests, or the one with the fewest rounds. Throws
/// InputError if the option is not a number in its range.
std::uint32_t fibonacci_degree(const Problem& problem);

/// The edges of all trees, period d and stride d: tree j carries the messages j mod d.
std::vector<Edge> fibonacci_edges(std::uint32_t n, std::uint32_t degree);

}  // namespace romcast::complete
