// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "schedules/fat_tree/machine.hpp"

namespace romcast {
namespace {

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// 0 + 0 + .. (c times) + 1 + 1 + .. : sum of floor(m / c) for m = 0 .. count-1.
std::uint64_t sum_of_slots(std::uint64_t count, std::uint64_t c) {
  const std::uint64_t full = count / c;
  return c * (full * (full - 1) / 2) * (full > 0 ? 1 : 0) + (count % c) * full;
}

// In a schedule of T cycles, a message between two subtrees of level i-1 crosses the branch of the
// sender's subtree upwards in some cycle s >= i, and the branch of the receiver's subtree downwards
// in some cycle r <= T-i+1. If the message turns at level j, r - s >= 2(j-i)+1. At most c messages
// cross a branch per cycle and direction, so the sum of r - s over all messages gives a lower bound
// of T, and the number of these messages alone gives another. Returns the larger bound.
std::uint64_t branch_bound(const FatTree& tree, unsigned i, std::uint64_t messages) {
  const std::uint64_t below = tree.power(i - 1), c = tree.capacity(i);
  const std::uint64_t crossing = messages * below * (leaves(tree) - below);
  std::uint64_t spread = 2 * sum_of_slots(crossing, c);
  for (unsigned j = i; j <= tree.height(); ++j) {
    spread += messages * below * (tree.arity() - 1) * tree.power(j - 1) * (2 * (j - i) + 1);
  }
  return std::max(2 * i - 1 + ceil_div(spread, crossing), ceil_div(crossing, c) + 2 * i - 1);
}

}  // namespace

Theory single_switch_theory(const Problem& problem) {
  const Collective& collective = problem.collective;
  if (problem.ports.single()) {
    return {.lower_bound = collective.expected_deliveries() + 1,
            .lower_bound_source = "the switch makes one delivery a cycle, none in cycle 1"};
  }
  const std::uint64_t others = fat_tree(problem).processors() - 1;
  const bool once = collective.kind() == CollectiveKind::broadcast;  // else from or to all others
  const std::uint64_t messages = collective.messages() * (once ? 1 : others);
  return {.lower_bound = messages + 1,
          .lower_bound_source =
              fmt::format("one processor {} {}, a link carries one a cycle, and the switch "
                          "has none to send in cycle 1",
                          collective.kind() == CollectiveKind::scatter ? "sends" : "receives",
                          counted(messages, "message"))};
}

std::uint64_t one_leaf_bound(const LevelTree& tree, std::uint64_t messages) {
  std::uint64_t bound = 0;
  for (unsigned i = 1; i <= tree.height(); ++i) {
    const std::uint64_t beyond = messages * (tree.leaves() - tree.width(i - 1));
    if (beyond > 0) bound = std::max(bound, ceil_div(beyond, tree.capacity(1)) + 2 * i - 1);
  }
  return bound;
}

Theory one_leaf_theory(const Problem& problem, const std::string& source) {
  const FatTree& tree = fat_tree(problem);
  if (!has_theory(tree)) return single_switch_theory(problem);
  const bool allgather = problem.collective.kind() == CollectiveKind::allgather;
  const std::uint64_t bound = one_leaf_bound(tree, problem.collective.messages());
  return {.formula_cycles = bound,
          .formula_source = source,
          .lower_bound = bound,
          .lower_bound_source =
              fmt::format("one link per leaf and distances, Dimakopoulos 1996, section {}",
                          allgather                ? "3.2"
                          : problem.ports.single() ? "2.2"
                                                   : "3.1")};
}

std::uint64_t total_exchange_theorem_5(const FatTree& tree) {
  const std::uint64_t n = leaves(tree), k = tree.arity();
  return n * n * (2 * k + 1) * (k - 1) / (k * k * k) + 2 * tree.height() - 3;
}

std::uint64_t total_exchange_single_bound(const FatTree& tree, std::uint64_t messages) {
  const std::uint64_t n = leaves(tree), k = tree.arity(), h = tree.height();
  const std::uint64_t below_root =
      messages * n * n * (2 * k + 1) * (k - 1) / (k * k * k) + 2 * h - 3;
  const std::uint64_t root = messages * n * n * (k - 1) / k + 2 * h - 1;
  return std::max(below_root, root);
}

std::uint64_t total_exchange_multi_bound(const FatTree& tree, std::uint64_t messages) {
  std::uint64_t bound = 0;
  for (unsigned i = 1; i <= tree.height(); ++i) {
    bound = std::max(bound, branch_bound(tree, i, messages));
  }
  return bound;
}

std::uint64_t total_exchange_equation_3(const FatTree& tree, std::uint64_t messages) {
  const std::uint64_t n = leaves(tree), k = tree.arity(), h = tree.height();
  return ceil_div(messages * (n / k) * (n / k) * (k - 1), tree.capacity(tree.height())) + 2 * h - 1;
}

Theory total_exchange_multi_theory(const Problem& problem) {
  const FatTree& tree = fat_tree(problem);
  if (!has_theory(tree)) return single_switch_theory(problem);
  return {.lower_bound = total_exchange_multi_bound(tree, problem.collective.messages()),
          .lower_bound_source =
              "mean crossing time and capacity of each branch level "
              "(sharpens Dimakopoulos 1996, (3) and Theorem 8)"};
}

std::uint64_t phase_cycles(const LevelTree& tree, unsigned level) {
  std::uint64_t cycles = 0;
  for (unsigned j = 1; j <= level; ++j) {
    const std::uint64_t messages =
        (tree.arity(level) - 1) * tree.width(level - 1) * tree.width(j - 1);
    cycles = std::max(cycles, ceil_div(messages, tree.capacity(j)));
  }
  return cycles;
}

std::uint64_t printed_phase_cycles(const FatTree& tree, unsigned level) {
  const std::uint64_t messages = (tree.arity() - 1) * tree.power(level - 1) * tree.power(level - 1);
  return ceil_div(messages, tree.capacity(level));
}

}  // namespace romcast
