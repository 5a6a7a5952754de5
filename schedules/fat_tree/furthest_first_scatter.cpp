// SPDX-License-Identifier: Apache-2.0
// Scatter, furthest first: Dimakopoulos & Dimopoulos 1996, section 2.2 and Theorem 2.
//
// The source sends the messages with the longest path first, one per cycle; switches forward
// immediately, and no message waits: n cycles, n + 1 for k = 2, in both port models. Example with
// k = 2, n = 4, source p0: the messages for p3, p2, p1 leave in cycles 1 2 3 and arrive in cycles
// 4 5 4. The M messages for a destination follow each other: the scatter takes
// max_i (M(n - k^(i-1)) + 2i - 1) cycles.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"
#include "schedules/fat_tree/orders.hpp"

namespace romcast {
namespace {

Plan furthest_first_scatter_plan(const Problem& problem) {
  const LevelTree tree = LevelTree::of(*problem.topology);
  const NodeId source = problem.collective.source();
  const std::uint32_t each = problem.collective.messages();
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (leaf != source || index >= (tree.leaves() - 1) * each) return std::nullopt;
    const NodeId to = partner(tree, LeafOrder::digit_wise, source, index / each);
    return Injection{.message = static_cast<MessageId>(to * each + index % each)};
  };
  return tree_plan(problem, {TreeRoute::unicast, queues_of(problem.ports), inject});
}

}  // namespace

Algorithm furthest_first_scatter() {
  return {.name = "furthest-first",
          .network = "fat-tree",
          .collective = CollectiveKind::scatter,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "the source sends the messages with the longest path first; nothing waits",
          .source = "Dimakopoulos 1996, Theorem 2",
          .paper = true,
          .build = furthest_first_scatter_plan,
          .predict = [](const Problem& p) {
            return one_leaf_theory(p, "Dimakopoulos 1996, Theorem 2");
          }};
}

}  // namespace romcast
