// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast), multi-port, without any queue, one injection per leaf:
// n + 2h - 1 cycles for n leaves and height h. This answers the question in the conclusion of
// Dimakopoulos & Dimopoulos 1996 (time under the constraint of no queueing); ours.
//
// Leaf x sends in cycle x + 1. A switch sends messages from below upwards; the root sends them to
// all its children (so a leaf also gets its own message), and messages from above go to all
// children. One message per cycle passes the root, so no two messages meet. For arity 3 or more, no
// schedule without queues in which every leaf sends once is faster: any two messages must reach a
// common leaf by way of the root, so they pass the root in different cycles.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

Plan turn_simple_plan(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= each) return std::nullopt;
    const auto message = static_cast<MessageId>(leaf * each + index);
    return Injection{.not_before = message + 1, .message = message};
  };
  return tree_plan(problem, {TreeRoute::top, QueueKind::per_output, inject});
}

Theory turn_simple_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  const std::uint64_t each = problem.collective.messages();
  Theory theory = one_leaf_theory(problem, "");
  if (!has_theory(tree)) return theory;
  theory.formula_cycles = each * leaves(tree) + 2 * tree.height() - 1;
  theory.formula_source = "romcast: one message per cycle turns at the root";
  return theory;
}

}  // namespace

Algorithm turn_simple_allgather() {
  return {.name = "turn-simple",
          .network = "fat-tree",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::multi},
          .summary = "leaf x sends in cycle x+1, everything turns at the root; no queue",
          .source = "romcast, after the open question of Dimakopoulos 1996, section 4",
          .default_control = Control::rom,
          .build = turn_simple_plan,
          .predict = turn_simple_theory};
}

}  // namespace romcast
