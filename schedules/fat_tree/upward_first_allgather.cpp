// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast), single-port: Dimakopoulos & Dimopoulos 1996, figure 4(a),
// Theorems 3 and 4: kn + (k+1)(h-2) + 1 cycles for n leaves, arity k and height h; optimal.
//
// Every leaf sends its message once. A switch first sends up the messages from its children, one
// per cycle; then it sends its stored messages, the oldest first, to the children in ascending
// order, except to the child from which the message came. (A rotating child order would cost up to
// 3 cycles more.)
// M messages per processor: a level h-1 switch sends M k n times, so the kn becomes M k n.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

Plan upward_first_allgather_plan(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= each) return std::nullopt;
    return Injection{.message = static_cast<MessageId>(leaf * each + index)};
  };
  return tree_plan(problem, {TreeRoute::flood, QueueKind::up_down, inject});
}

Theory upward_first_allgather_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  if (!has_theory(tree)) return single_switch_theory(problem);
  const std::uint64_t k = tree.arity(), h = tree.height();
  const std::uint64_t bound =
      problem.collective.messages() * k * leaves(tree) + (k + 1) * (h - 2) + 1;
  return {.formula_cycles = bound,
          .formula_source = "Dimakopoulos 1996, Theorem 4",
          .lower_bound = bound,
          .lower_bound_source = "Dimakopoulos 1996, Theorem 3"};
}

}  // namespace

Algorithm upward_first_allgather() {
  return {.name = "upward-first",
          .aliases = {"figure-4a"},
          .network = "fat-tree",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single},
          .summary = "switches send up all they get from below before they send down",
          .source = "Dimakopoulos 1996, figure 4(a), Theorem 4",
          .paper = true,
          .build = upward_first_allgather_plan,
          .predict = upward_first_allgather_theory};
}

}  // namespace romcast
