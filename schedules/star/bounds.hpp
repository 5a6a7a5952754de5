// SPDX-License-Identifier: Apache-2.0
// Distances and lower bounds on star graphs; exact, in integers.
#pragma once

#include <cstdint>

#include "romcast/core/algorithm.hpp"

namespace romcast::star {

std::uint64_t factorial(unsigned n);

/// n! * l_{n,k}: l_{n,k} is the average distance from a node to the n!/k! k-substars (including the
/// node's own), 1 <= k <= n <= 12. With m = n-k:
/// l = m(n-1)/n + (k-1)m/n + sum_{r=2..m} C(m,r) (r-1)! (n-r)! / n!
/// A substar fixes the positions of m symbols. The terms are averages: how many of the m symbols
/// are displaced; how many of the m are in positions 2..k; how many cycles 2 or more of the m
/// symbols form within the m positions.
std::uint64_t distance_sum(unsigned n, unsigned k);

/// floor(3(n-1)/2).
unsigned diameter(unsigned n);

/// Lower bound of the steps in which a message reaches all nodes, if a node sends and receives one
/// message at a time: the maximum of the diameter, of log2 n!, and of the least t with 1 + a_1 +
/// ... + a_t >= n!. Step t reaches at most a_t = [t <= n-1] + a_{t-1} + ... + a_{t-n+2} new nodes,
/// since the source sends to each of its n-1 neighbours once, and any other node sends once to each
/// of the n-2 neighbours from which it did not receive.
unsigned spreading_steps(unsigned n);

/// Sets the lower bound of a theory in cycles, with its reason. A broadcast takes the source's
/// sends, then the remaining hops of the last message. Other collectives take the longer of two
/// times: a start-up and the messages that the busiest port or link must carry; or a start-up and a
/// message for each of diameter() hops (single-port, except scatter and gather: for each of
/// spreading_steps() hops).
void add_lower_bound(const Problem& problem, Theory& theory);

}  // namespace romcast::star
