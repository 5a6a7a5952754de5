// SPDX-License-Identifier: Apache-2.0
// Broadcast from a leaf: Dimakopoulos & Dimopoulos 1996, figure 2(b) and Theorem 1 (single-port),
// section 3.1 (multi-port). k = arity, h = height.
//
// Single-port: a switch that receives the message from a child sends it to the parent first, then
// to the other children; a switch that receives the message from the parent sends it to all
// children. This takes (k+1)h - 1 cycles. k = 2, h = 2, from p0 (columns are cycles):
//   p0 -> s1.0   1 . . . .        s1.0 -> p1    . . 1 . .      s2.0 -> s1.1  . . 1 . .
//   s1.0 -> s2.0 . 1 . . .        s1.1 -> p2    . . . 1 .      s1.1 -> p3    . . . . 1
// Multi-port: every switch copies the message to all links except the one on which the message
// came: 2h cycles, the distance of the furthest leaf.
// M messages: single-port, the source sends one every k cycles, since a switch that receives a
// message from its parent sends k copies of that message; multi-port, one every cycle. No message
// is delayed by a later one.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

Plan leaf_broadcast_plan(const Problem& problem) {
  const NodeId source = problem.collective.source();
  const std::uint32_t messages = problem.collective.messages();
  const Cycle period = problem.ports.single() ? fat_tree(problem).arity() : 1;
  const auto inject = [=](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (leaf != source || index >= messages) return std::nullopt;
    const auto message = static_cast<MessageId>(index);
    return Injection{.not_before = 1 + message * period, .message = message};
  };
  return tree_plan(problem, {TreeRoute::flood, queues_of(problem.ports), inject});
}

Theory leaf_broadcast_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  if (!has_theory(tree)) return single_switch_theory(problem);
  const std::uint64_t k = tree.arity(), h = tree.height(), more = problem.collective.messages() - 1;
  const std::string pipelined = more > 0 ? ", repeated" : "";
  if (problem.ports.single()) {
    return {.formula_cycles = (k + 1) * h - 1 + k * more,
            .formula_source = "Dimakopoulos 1996, Theorem 1" + pipelined,
            .lower_bound = (k + 1) * h - 1 + more,
            .lower_bound_source = "Dimakopoulos 1996, Theorem 1, for the last message"};
  }
  Theory theory{
      .formula_cycles = 2 * h + more,
      .formula_source = "Dimakopoulos 1996, section 3.1" + pipelined,
      .lower_bound = 2 * h + more,
      .lower_bound_source = "distance of the furthest leaf from the source's last message"};
  if (more == 0) {
    theory.paper_cycles = 2 * h - 1;
    theory.erratum = "Table 2 prints 2 log_k n - 1; the furthest leaf is 2 log_k n links away";
  }
  return theory;
}

}  // namespace

Algorithm leaf_broadcast() {
  return {.name = "leaf-broadcast",
          .aliases = {"figure-2b"},
          .network = "fat-tree",
          .collective = CollectiveKind::broadcast,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "parent first, then the other children; multi-port: copy to every other link",
          .source = "Dimakopoulos 1996, figure 2(b), section 3.1",
          .paper = true,
          .build = leaf_broadcast_plan,
          .predict = leaf_broadcast_theory};
}

}  // namespace romcast
