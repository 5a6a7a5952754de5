// SPDX-License-Identifier: Apache-2.0
// Alltoall (total exchange), multi-port, greedy: each leaf sends to the furthest leaves first, in
// digit-wise order (orders.hpp); switches keep one queue per branch, in order of arrival.
//
// If all levels have the same capacity, the plan takes, on every tree tried, exactly the lower
// bound (3) of Dimakopoulos & Dimopoulos 1996: ceil(n^2 (k-1) / (k^2 c_h)) + 2h - 1 cycles for n
// leaves, arity k, height h and c_h links from the root to each child. There is no proof. The order
// matters: LeafOrder::ascending makes a hot spot (k = 4, n = 64: 1285 cycles instead of 773).
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"
#include "schedules/fat_tree/orders.hpp"

namespace romcast {
namespace {

constexpr LeafOrder kOrder = LeafOrder::digit_wise;

Plan greedy_alltoall_plan(const Problem& problem) {
  return tree_plan(problem, {TreeRoute::unicast, QueueKind::per_output,
                             everyone_to_everyone(problem, leaf_order(problem, kOrder))});
}

Theory greedy_alltoall_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  Theory theory = total_exchange_multi_theory(problem);
  if (!has_theory(tree)) return theory;
  if (tree.constant_capacity() && leaf_order(problem, kOrder) == LeafOrder::digit_wise) {
    theory.formula_cycles = total_exchange_equation_3(tree, problem.collective.messages());
    theory.formula_source = "Dimakopoulos 1996, equation (3), met on every tree tried";
  }
  return theory;
}

}  // namespace

Algorithm greedy_alltoall() {
  return {.name = "greedy",
          .network = "fat-tree",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::multi},
          .summary = "furthest first in digit-wise order, a queue per branch; large queues",
          .source = "romcast, to the bound of Dimakopoulos 1996, equation (3)",
          .options = {order_option(kOrder)},
          .build = greedy_alltoall_plan,
          .predict = greedy_alltoall_theory};
}

}  // namespace romcast
