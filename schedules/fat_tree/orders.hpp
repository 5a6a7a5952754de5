// SPDX-License-Identifier: Apache-2.0
// Orders in which a leaf sends to the other leaves, and the arithmetic of digits that defines them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/tree_rules.hpp"
#include "schedules/fat_tree/shape.hpp"

namespace romcast {

enum class LeafOrder {
  digit_wise,    ///< leaf x serves x (+) o for o = n-1 .. 1, digits added without carry (k=2: xor)
  ascending,     ///< furthest leaves first, those at the same distance by ascending number
  descending,    ///< furthest leaves first, those at the same distance by descending number
  nearest_first  ///< digit-wise with o = 1 .. n-1
};

/// The --order option, for algorithms whose time or queues depend on it.
AlgorithmOption order_option(LeafOrder by_default);
LeafOrder leaf_order(const Problem& problem, LeafOrder by_default);

/// x (+) o: digits, of base k_i at level i, added without carry.
NodeId add_digits(const LevelTree& tree, NodeId x, NodeId offset);
/// x (-) y: the offset o with y (+) o = x.
NodeId subtract_digits(const LevelTree& tree, NodeId x, NodeId y);
/// The leaf that x serves at position `index` = 0 .. n-2 of its order.
NodeId partner(const LevelTree& tree, LeafOrder order, NodeId x, std::uint64_t index);
/// The injections of an alltoall: every processor sends its messages in the order `order`, each as
/// soon as possible. In trees without levels all processors send to the furthest ones first.
InjectionProgram everyone_to_everyone(const Problem& problem, LeafOrder order);
/// Reverses the `count` digits of x. Let k_i be the arity of level i. From the lowest digit to the
/// highest, the bases of x are k_j, k_(j-1), .., k_1 with j = `count`, and those of the result are
/// k_1, .., k_j. A bijection on 0 .. width(j) - 1, the leaf numbers below a node of level j.
std::uint64_t reverse_digits(const LevelTree& tree, std::uint64_t x, unsigned count);

}  // namespace romcast
