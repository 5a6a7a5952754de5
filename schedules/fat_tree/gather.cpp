// SPDX-License-Identifier: Apache-2.0
// Gather: Dimakopoulos & Dimopoulos 1996, section 2.2 ("reversing the data paths").
//
// reversed-scatter: the message that the scatter from the sink delivers in cycle A leaves its leaf
// in cycle T + 1 - A; no message waits. T is one_leaf_bound(): with n leaves, arity k, one message
// and one link per leaf it is n cycles, or n + 1 if k = 2 and the tree has several levels.
// greedy: every leaf sends immediately, and messages wait in the switches' queues. T is the same,
// but with one message per leaf the queues of the root's children hold up to about n/k messages.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"
#include "schedules/fat_tree/orders.hpp"

namespace romcast {
namespace {

Plan build_reversed(const Problem& problem) {
  const LevelTree tree = LevelTree::of(*problem.topology);
  const NodeId sink = problem.collective.source();
  const std::uint32_t each = problem.collective.messages();
  const std::uint64_t last = one_leaf_bound(tree, each);
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (leaf == sink || index >= each) return std::nullopt;
    const std::uint64_t position = tree.leaves() - 1 - subtract_digits(tree, leaf, sink);
    const std::uint64_t m = each - 1 - index;  // the scatter's last message is sent first
    const std::uint64_t arrival = position * each + m + 2 * tree.turn_level(leaf, sink);
    return Injection{.not_before = static_cast<Cycle>(last + 1 - arrival),
                     .message = static_cast<MessageId>(leaf * each + m)};
  };
  return tree_plan(problem, {TreeRoute::unicast, queues_of(problem.ports), inject});
}

Plan build_greedy(const Problem& problem) {
  const NodeId sink = problem.collective.source();
  const std::uint32_t each = problem.collective.messages();
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (leaf == sink || index >= each) return std::nullopt;
    return Injection{.message = static_cast<MessageId>(leaf * each + index)};
  };
  return tree_plan(problem, {TreeRoute::unicast, queues_of(problem.ports), inject});
}

Theory gather_theory(const Problem& problem) {
  return one_leaf_theory(problem, "Dimakopoulos 1996, Theorem 2, reversed");
}

}  // namespace

Algorithm reversed_scatter_gather() {
  return {.name = "reversed-scatter",
          .network = "fat-tree",
          .collective = CollectiveKind::gather,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "the furthest-first scatter run backwards; nothing waits",
          .source = "Dimakopoulos 1996, section 2.2",
          .paper = true,
          .default_control = Control::rom,
          .build = build_reversed,
          .predict = gather_theory};
}

Algorithm greedy_gather() {
  return {.name = "greedy",
          .network = "fat-tree",
          .collective = CollectiveKind::gather,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "every leaf sends at once, switches queue",
          .source = "folklore; same cycles as Dimakopoulos 1996, Theorem 2",
          .build = build_greedy,
          .predict = gather_theory};
}

}  // namespace romcast
