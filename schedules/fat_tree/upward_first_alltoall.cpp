// SPDX-License-Identifier: Apache-2.0
// Alltoall (total exchange), single-port: Dimakopoulos & Dimopoulos 1996, figure 5, Theorems 5, 6;
// n leaves, arity k, height h.
//
// A leaf sends its n - 1 messages, one per cycle, those to the furthest leaves first. A switch
// sends up messages that must go up; if there is none, it sends down the oldest message. The paper
// prints n^2 (2k+1)(k-1)/k^3 + 2h - 3 cycles, by the load of a level h-1 switch. For k >= 3 the
// root carries more, n^2 (k-1)/k messages, and the time is n^2 (k-1)/k + 2h - 1.
//
// upward-first-credit: the same rule with two slots per port and credits, so that it can be
// built; up to 12 % slower, and a switch never holds more than 2(k+1) messages.
#include <fmt/format.h>

#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"
#include "schedules/fat_tree/orders.hpp"

namespace romcast {
namespace {

// With unlimited queues any furthest-first order takes the same time; descending order needs queues
// of exactly n^2 (k^2-1)^2 / k^5 messages at level h-1 (h >= 3). With credits the digit-wise order
// is the fastest.
constexpr LeafOrder kPlainOrder = LeafOrder::descending, kCreditOrder = LeafOrder::digit_wise;

Plan upward_first_alltoall_plan(const Problem& problem, QueueKind queues, LeafOrder by_default) {
  return tree_plan(problem, {TreeRoute::unicast, queues,
                             everyone_to_everyone(problem, leaf_order(problem, by_default))});
}

Theory bound_only(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  if (!has_theory(tree)) return single_switch_theory(problem);
  return {.lower_bound = total_exchange_single_bound(tree, problem.collective.messages()),
          .lower_bound_source = tree.arity() == 2
                                    ? "Dimakopoulos 1996, Theorem 5"
                                    : "load of the root, n^2(k-1)/k + 2h - 1 (above Theorem 5)"};
}

Theory upward_first_alltoall_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  Theory theory = bound_only(problem);
  // The paper warns of the nearest-first order, whose time has no formula.
  if (!has_theory(tree) || leaf_order(problem, kPlainOrder) == LeafOrder::nearest_first)
    return theory;
  theory.formula_cycles = theory.lower_bound;
  theory.formula_source = "Dimakopoulos 1996, Theorem 6";
  const std::uint64_t printed = total_exchange_theorem_5(tree);
  if (problem.collective.messages() == 1 && printed < *theory.lower_bound) {
    theory.formula_source += ", corrected: load of the root";
    theory.paper_cycles = printed;
    theory.erratum = fmt::format(
        "Theorem 6, Table 1 and section 2.5 take the bound of Theorem 5, {} cycles, for the time; "
        "for k >= 3 the root is busier than a switch below it: it sends n^2(k-1)/k messages, the "
        "first in cycle h+1, so the time is {}",
        printed, *theory.formula_cycles);
  }
  return theory;
}

}  // namespace

Algorithm upward_first_alltoall() {
  return {.name = "upward-first",
          .aliases = {"figure-5"},
          .network = "fat-tree",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "leaves furthest first, switches upward first; queues grow as n^2",
          .source = "Dimakopoulos 1996, figure 5, Theorem 6",
          .paper = true,
          .options = {order_option(kPlainOrder)},
          .build =
              [](const Problem& p) {
                return upward_first_alltoall_plan(p, QueueKind::up_down, kPlainOrder);
              },
          .predict = upward_first_alltoall_theory};
}

Algorithm upward_first_credit_alltoall() {
  return {.name = "upward-first-credit",
          .network = "fat-tree",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "upward-first with two slots per port and credits, as it can be built",
          .source = "romcast, after Dimakopoulos 1996, figure 5",
          .least_queue_depth = kCreditPlaces,
          .options = {order_option(kCreditOrder)},
          .build =
              [](const Problem& p) {
                return upward_first_alltoall_plan(p, QueueKind::per_input, kCreditOrder);
              },
          .predict = bound_only};
}

}  // namespace romcast
