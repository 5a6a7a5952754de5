// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast), multi-port, without any queue and optimal: n cycles, or n + 1 if
// k = 2, for n leaves and arity k. This answers the question in the conclusion of Dimakopoulos &
// Dimopoulos 1996 (time under the constraint of no queueing); ours.
//
// Packets and switches as in turn_phased.cpp, but phase 1 comes first and phase h last: packets of
// phase i reach level i from cycle R_i on, R_1 = 2, R_i = k^(i-1) + 1 (k >= 3) or 2^(i-1) + 2
// (k = 2). Injections of phases i-1 and i overlap in at most two cycles. In these cycles the order
// O_i (see position()) makes each leaf that sends for phase i also send for phase i-1, as one
// packet with the digits of both phases.
#include <algorithm>
#include <vector>

#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

// First injection cycle of phase i: F_i = R_i - (2i - 1).
std::uint64_t first_cycle(const FatTree& tree, unsigned i) {
  if (i == 1) return 1;
  return tree.power(i - 1) + (tree.arity() == 2 ? 2 : 1) - (2 * i - 1);
}

// Position, from 0, of the residue `a` = x mod k^(i-1) of leaf x in the order O_i: k^(i-2) - 2,
// k^(i-2) - 1, then the rest ascending; for i < 3, all ascending.
std::uint64_t position(const FatTree& tree, unsigned i, std::uint64_t a) {
  if (i < 3) return a;
  const std::uint64_t early = tree.power(i - 2) - 2;
  if (a < early) return a + 2;
  return a < early + 2 ? a - early : a;
}

// All packets of a leaf in order of time; packets of one cycle are merged.
std::vector<Injection> packets(const FatTree& tree, NodeId leaf) {
  std::vector<Injection> all;
  for (unsigned i = 1; i <= tree.height(); ++i) {
    const std::uint64_t width = tree.power(i - 1);
    for (std::uint32_t r = 1; r < tree.arity(); ++r) {
      const std::uint64_t z = (r - 1) * width + position(tree, i, leaf % width);
      all.push_back({.not_before = static_cast<Cycle>(first_cycle(tree, i) + z),
                     .message = leaf,
                     .turn = r << digit_bits(tree.arity()) * (i - 1)});
    }
  }
  std::ranges::sort(all, {}, &Injection::not_before);
  std::vector<Injection> merged;
  for (const Injection& packet : all) {
    if (!merged.empty() && merged.back().not_before == packet.not_before) {
      merged.back().turn |= packet.turn;
    } else {
      merged.push_back(packet);
    }
  }
  return merged;
}

Plan turn_nearest_first_plan(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  const auto inject = [&tree](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    const std::vector<Injection> all = packets(tree, leaf);
    return index < all.size() ? std::optional(all[index]) : std::nullopt;
  };
  return tree_plan(problem, {TreeRoute::turn, QueueKind::per_output, inject});
}

std::string turn_nearest_first_refusal(const Problem& problem) {
  return problem.collective.messages() == 1
             ? ""
             : "it carries one message per processor (`messages` 1); turn-phased carries more";
}

}  // namespace

Algorithm turn_nearest_first_allgather() {
  return {.name = "turn-nearest-first",
          .network = "fat-tree",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::multi},
          .summary = "nearest class first, overlapped; as fast as flooding, and no queue",
          .source = "romcast, answering Dimakopoulos 1996, section 4",
          .default_control = Control::rom,
          .refusal = turn_nearest_first_refusal,
          .build = turn_nearest_first_plan,
          .predict = [](const Problem& p) {
            return one_leaf_theory(p, "romcast: meets the bound of Dimakopoulos 1996, Theorem 7");
          }};
}

}  // namespace romcast
