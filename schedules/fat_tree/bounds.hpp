// SPDX-License-Identifier: Apache-2.0
// Figures that several fat-tree algorithms share, in cycles. The tree has n = k^h leaves; M is the
// number of messages of each leaf or, in personalized collectives, of each pair of leaves.
#pragma once

#include <cstdint>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/fat_tree.hpp"
#include "schedules/fat_tree/shape.hpp"

namespace romcast {

/// The formulas, like those of the paper, hold for h >= 2. A tree of height 1 gets no formula, only
/// the bound of a single switch.
inline bool has_theory(const FatTree& tree) { return tree.height() >= 2; }

/// The lower bound for a tree of height 1, a single switch, which has nothing to send in cycle 1.
/// Single-port, the switch makes one delivery per cycle; multi-port, the link of the processor that
/// sends or receives most messages carries one per cycle.
Theory single_switch_theory(const Problem& problem);

/// For each level i, M(n - k^(i-1)) messages travel at least 2i links to one leaf (gather,
/// multi-port allgather) or from it (scatter), so the last one arrives no earlier than in cycle
/// max_i (M(n - k^(i-1)) + 2i - 1) (section 2.2).
/// If a leaf has c_1 links, M(n - k^(i-1)) is divided by c_1 and rounded up; the formula assumes
/// that no branch has fewer than c_1 links.
std::uint64_t one_leaf_bound(const LevelTree& tree, std::uint64_t messages);

/// A Theory whose lower bound and formula are both one_leaf_bound(); `source` names the formula's
/// source. For a tree of height 1 returns single_switch_theory().
Theory one_leaf_theory(const Problem& problem, const std::string& source);

/// Single-port total exchange: the larger of two bounds, one from the load of a level h-1 switch
/// (Theorem 5), and one, which the paper overlooks, from the load of the root.
std::uint64_t total_exchange_single_bound(const FatTree& tree, std::uint64_t messages);
/// Theorem 5 as printed (M = 1).
std::uint64_t total_exchange_theorem_5(const FatTree& tree);

/// Multi-port total exchange: the largest of two bounds per branch level, one from the mean time
/// between a message's upward and downward crossings of branches, one from the branches' capacity.
/// Sharpens equation (3) and Theorem 8.
std::uint64_t total_exchange_multi_bound(const FatTree& tree, std::uint64_t messages);
/// A Theory with total_exchange_multi_bound() as its lower bound and without a formula; for a tree
/// of height 1 single_switch_theory().
Theory total_exchange_multi_theory(const Problem& problem);
/// Equation (3), rounded up.
std::uint64_t total_exchange_equation_3(const FatTree& tree, std::uint64_t messages = 1);

/// M_i = max_{j<=i} ceil((k-1) k^(i+j-2) / c_j): cycles of phase i of figure 6 for any capacities.
/// With arities that differ, k stands for k_i, and powers of k for products of arities.
std::uint64_t phase_cycles(const LevelTree& tree, unsigned level);
/// ceil((k-1) k^(2i-2) / c_i), as printed.
std::uint64_t printed_phase_cycles(const FatTree& tree, unsigned level);

/// n in 64 bits.
inline std::uint64_t leaves(const FatTree& tree) { return tree.power(tree.height()); }

}  // namespace romcast
