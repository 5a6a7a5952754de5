// SPDX-License-Identifier: Apache-2.0
// Distances and lower bounds on star graphs; exact, in integers.
#pragma once

#include <cstdint>

#include "romcast/core/algorithm.hpp"

namespace romcast::star {

std::uint64_t factorial(unsigned n);

/// n! * l_{n,k}: l_{n,k} is the average distance from a node to the n!/k! k-substars (the node's
/// own among them), 1 <= k <= n <= 12. With m = n-k:
/// l = m(n-1)/n + (k-1)m/n + sum_{r=2..m} C(m,r) (r-1)! (n-r)! / n!
/// (displaced symbols of the target + chains with a head in positions 2..k + cycles inside it).
std::uint64_t distance_sum(unsigned n, unsigned k);

/// floor(3(n-1)/2).
unsigned diameter(unsigned n);

/// Fewest steps in which a message gets from one node to all, where a node sends and receives one
/// at a time: it can send to each neighbour once, so there are at most a_t new nodes in step t with
/// a_t = [t <= n-1] + a_{t-1} + ... + a_{t-n+2}; also at least log2 n! and the diameter.
unsigned spreading_steps(unsigned n);

/// Lower bound of the problem in cycles, with its reason, into a theory. Bandwidth: what a node (or
/// the source) must send or receive, or what all links together must carry, and one start-up;
/// spreading: steps of start-up and one message; broadcast: the one after the other.
void add_lower_bound(const Problem& problem, Theory& theory);

}  // namespace romcast::star
