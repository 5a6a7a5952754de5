// SPDX-License-Identifier: Apache-2.0
// Orders in which a leaf serves the others, and the digits that define these orders.
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
  ascending,     ///< furthest class first, ascending numbers within a class
  descending,    ///< furthest class first, descending numbers within a class
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
/// The injections of an alltoall: every processor sends its messages in this order, as soon as it
/// can. Trees without levels have one order, furthest first.
InjectionProgram everyone_to_everyone(const Problem& problem, LeafOrder order);
/// Reverses the digits of x, a leaf below a node of level `count`: the lowest digit gets the base
/// of the highest, and so on. A bijection on 0 .. width(count) - 1.
std::uint64_t reverse_digits(const LevelTree& tree, std::uint64_t x, unsigned count);

}  // namespace romcast
