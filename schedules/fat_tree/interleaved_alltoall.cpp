// SPDX-License-Identifier: Apache-2.0
// Alltoall (total exchange), multi-port, without any queue, on binary trees of height h >= 3 with
// exponential capacities. With n leaves and M messages per pair of leaves, the plan takes
// M(n - 1) + 2h - 2 cycles, one less than equation (4) of Dimakopoulos & Dimopoulos 1996. No
// schedule takes fewer cycles. The algorithm is ours.
//
// With these capacities, only the links of the leaves limit messages that never wait. In a
// cycle t, every leaf x sends a message to leaf x xor d, with the same d for all x, and receives
// the message from x xor d in cycle t + 2L - 1. L is the level at which these messages turn: they
// are messages of level L. Messages sent in odd cycles arrive in even cycles, and vice versa, so
// messages sent in odd cycles never meet those sent in even cycles. Slot u = 0, 1, .. is cycle
// 2u + 1 for sends in odd cycles and 2u for their arrivals, 2u + 2 for sends in even cycles and
// 2u + 1 for their arrivals. So a message of level L that is sent in slot u arrives in slot u + L.
// A leaf sends N = M(n - 1) messages, s = floor(N/2) + 1 of them in odd cycles:
//   even  N - s messages are sent in even cycles, by falling level; they arrive in the slots
//         a = h, h + 1, .., so a message of level L is sent in slot a - L
//   odd   s messages are sent in odd cycles: first ceil((floor(M/2) + 1) / (h-2)) groups, each of
//         h-2 messages of level h and then one message of level 1, which arrives before the others
//         of the group; then the rest by falling level. All s arrive in the slots h-1, h, ..
// h = 3, M = 1: levels 3 3 1 3 2 3 2 in cycles 1..7, arrivals in cycles 6 7 4 9 8 11 10.
#include <vector>

#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

struct Send {
  Cycle cycle = 0;
  unsigned level = 0;
};

// The sends of every leaf, in order of time.
std::vector<Send> sends(const FatTree& tree, std::uint64_t each) {
  const unsigned h = tree.height();
  const std::uint64_t count = each * (leaves(tree) - 1), odd = count / 2 + 1;
  const std::uint64_t groups = (each / 2 + 1 + h - 3) / (h - 2);
  std::vector<std::uint64_t> left(h + 1);
  for (unsigned level = 1; level <= h; ++level) left[level] = each * tree.power(level - 1);
  std::vector<Send> all(2 * (odd + h));  // by cycle - 1
  const auto send = [&](std::uint64_t slot, bool even, unsigned level) {
    const std::uint64_t cycle = 2 * slot + (even ? 2 : 1);
    all.at(cycle - 1) = {.cycle = static_cast<Cycle>(cycle), .level = level};
    --left[level];
  };
  for (std::uint64_t slot = 0; slot < groups * (h - 1); ++slot) {
    send(slot, false, slot % (h - 1) == h - 2 ? 1 : h);
  }
  const auto fall = [&](bool even, std::uint64_t arrival, std::uint64_t messages) {
    for (unsigned level = h; messages > 0; --messages) {
      while (left[level] == 0) --level;
      send(arrival++ - level, even, level);
    }
  };
  fall(true, h, count - odd);
  fall(false, groups * (h - 1) + h - 1, odd - groups * (h - 1));
  std::erase_if(all, [](const Send& slot) { return slot.level == 0; });
  return all;
}

Plan interleaved_alltoall_plan(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  const std::uint64_t n = leaves(tree), each = problem.collective.messages();
  std::vector<Injection> offsets;  // the injections of leaf 0
  std::vector<std::uint64_t> used(tree.height() + 1);
  for (const Send& send : sends(tree, each)) {
    const std::uint64_t number = used[send.level]++;
    const std::uint64_t offset = tree.power(send.level - 1) + number / each;
    offsets.push_back({.not_before = send.cycle,
                       .message = static_cast<MessageId>(offset * each + number % each)});
  }
  const auto inject = [n, each, offsets](NodeId leaf,
                                         std::uint64_t index) -> std::optional<Injection> {
    if (index >= offsets.size()) return std::nullopt;
    const std::uint64_t offset = offsets[index].message / each, m = offsets[index].message % each;
    return Injection{.not_before = offsets[index].not_before,
                     .message = static_cast<MessageId>((leaf * n + (leaf ^ offset)) * each + m)};
  };
  return tree_plan(problem, {TreeRoute::unicast, QueueKind::per_output, inject});
}

std::string interleaved_alltoall_refusal(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  return tree.arity() == 2 && tree.height() >= 3 && tree.exponential_capacity()
             ? ""
             : "it is made for binary trees of height 3 or more with exponential capacities "
               "(`arity` 2, `height` 3, `capacity` exponential)";
}

Theory interleaved_alltoall_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  Theory theory = total_exchange_multi_theory(problem);
  theory.formula_cycles =
      problem.collective.messages() * (leaves(tree) - 1) + 2 * tree.height() - 2;
  theory.formula_source = "romcast: one cycle less than Dimakopoulos 1996, equation (4)";
  return theory;
}

}  // namespace

Algorithm interleaved_alltoall() {
  return {.name = "interleaved",
          .network = "fat-tree",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::multi},
          .summary = "binary, exponential capacities: odd and even cycles apart; optimal, no queue",
          .source = "romcast, answering Dimakopoulos 1996, section 3.3",
          .default_control = Control::rom,
          .refusal = interleaved_alltoall_refusal,
          .build = interleaved_alltoall_plan,
          .predict = interleaved_alltoall_theory};
}

}  // namespace romcast
