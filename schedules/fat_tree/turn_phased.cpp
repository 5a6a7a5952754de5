// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast), multi-port, without any queue, in n + 2h - 2 cycles for n
// leaves, arity k and height h: messages turn at level h first, at level 1 last. Dimakopoulos &
// Dimopoulos 1996, section 3.2, quote n + 2h - 2 cycles (n + 2h - 1 for k = 2) from their reference
// [4]; the construction is ours.
//
// A packet carries turn digits r_1..r_h: a switch of level l sends a packet from child g to child
// (g - r_l) mod k if r_l > 0, and up if a higher digit is set; a packet from the parent goes to all
// children. Phase i = h..1 spreads the messages between the subtrees of level i-1 below each switch
// of level i: in each round r = 1..k-1 all leaves x send with r_i = r, those with x mod k^(i-1) = 0
// in the first cycle, those with x mod k^(i-1) = 1 in the second, and so on; the packets reach
// level i from cycle R_i on, R_h = 2h, R_(i-1) = R_i + (k-1) k^(i-1). A leaf sends (k-1) h times.
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

std::optional<Injection> inject(const FatTree& tree, std::uint64_t each, NodeId leaf,
                                std::uint64_t index) {
  const std::uint64_t rounds = (tree.arity() - 1) * each;  // injections of a leaf per phase
  if (index >= rounds * tree.height()) return std::nullopt;
  const auto i = static_cast<unsigned>(tree.height() - index / rounds);
  const std::uint64_t round = index % rounds, width = tree.power(i - 1);
  const std::uint64_t r = 1 + round % (tree.arity() - 1), m = round / (tree.arity() - 1);
  // R_i: phase j takes `each` (k-1) k^(j-1) cycles, phases h..i+1 together `each` (n - k^i).
  const std::uint64_t start = 2 * tree.height() + each * (leaves(tree) - tree.power(i));
  return Injection{
      .not_before = static_cast<Cycle>(start + round * width + leaf % width - (2 * i - 1)),
      .message = static_cast<MessageId>(leaf * each + m),
      .turn = static_cast<std::uint32_t>(r << digit_bits(tree.arity()) * (i - 1))};
}

Plan turn_phased_plan(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  const std::uint32_t each = problem.collective.messages();
  return tree_plan(problem, {TreeRoute::turn, QueueKind::per_output,
                             [=, &tree](NodeId leaf, std::uint64_t index) {
                               return inject(tree, each, leaf, index);
                             }});
}

Theory turn_phased_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  const std::uint64_t each = problem.collective.messages();
  Theory theory = one_leaf_theory(problem, "");
  if (!has_theory(tree)) return theory;
  theory.formula_cycles = each * (leaves(tree) - 1) + 2 * tree.height() - 1;
  // The paper prints the bound plus 2h - 2, where the bound is n for k >= 3 and n + 1 for k = 2.
  theory.formula_source = tree.arity() == 2
                              ? "romcast: n + 2h - 2 without queues, one less than section 3.2 of "
                                "Dimakopoulos 1996"
                              : "Dimakopoulos 1996, section 3.2: n + 2h - 2 without queues";
  return theory;
}

}  // namespace

Algorithm turn_phased_allgather() {
  return {.name = "turn-phased",
          .network = "fat-tree",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::multi},
          .summary = "messages turn at level h, then h-1, ..., 1; no queue",
          .source = "romcast, to the figure of Dimakopoulos 1996, section 3.2",
          .default_control = Control::rom,
          .build = turn_phased_plan,
          .predict = turn_phased_theory};
}

}  // namespace romcast
