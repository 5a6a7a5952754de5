// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast), multi-port, by flooding: Dimakopoulos & Dimopoulos 1996,
// section 3.2, Theorem 7. With any capacities it takes n cycles, or n + 1 if k = 2: the optimum.
//
// Every leaf sends in cycle 1; a switch copies each message to every branch except the one it came
// from. Queues are large: a queue upwards from level l has k^l - k^(l-1) + 1 slots if each branch
// has one link.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

Plan flooding_plan(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= each) return std::nullopt;
    return Injection{.message = static_cast<MessageId>(leaf * each + index)};
  };
  return tree_plan(problem, {TreeRoute::flood, QueueKind::per_output, inject});
}

}  // namespace

Algorithm flooding_allgather() {
  return {.name = "flooding",
          .network = "fat-tree",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::multi},
          .summary = "every switch copies each message to all other branches; large queues",
          .source = "Dimakopoulos 1996, Theorem 7",
          .paper = true,
          .build = flooding_plan,
          .predict = [](const Problem& p) {
            return one_leaf_theory(p, "Dimakopoulos 1996, Theorem 7");
          }};
}

}  // namespace romcast
