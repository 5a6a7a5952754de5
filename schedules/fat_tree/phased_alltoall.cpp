// SPDX-License-Identifier: Apache-2.0
// Alltoall (total exchange), multi-port, without any queue: Dimakopoulos & Dimopoulos 1996,
// figure 6 (`phased`, phases one after the other) and equation (4) (`pipelined`).
//
// Phase i = h..1: the subtrees g = 0..k-1 of level i-1 below each level i switch exchange all their
// messages. With K = k^(i-1), each subtree sends messages L = 0..(k-1)K^2-1. For message L of
// subtree g let d = 1 + L div K^2, s = (L div K) mod K and p = L mod K. Leaf rev(p) of subtree g
// sends the message to leaf rev((p+s) mod K) of subtree (g+d) mod k; rev reverses the base-k
// digits, so that the messages of a cycle spread over the branches. Message L arrives in cycle
// R_i + L div w, where R_i is the first cycle of the phase's arrivals. A branch between levels j-1
// and j has c_j links.
// The phase takes M_i = max_{j<=i} ceil((k-1) k^(i+j-2) / c_j) cycles; w = ceil((k-1)K^2 / M_i).
// The paper prints ceil((k-1) k^(2i-2) / c_i), which is M_i if c_i <= k^(i-j) c_j for all j <= i,
// and may be too few cycles otherwise. If switches of level i have k_i children, k stands for k_i,
// and a power of k for a product of arities: K = k_1 .. k_(i-1).
//   pipelined  R_h = 2h, R_(i-1) = R_i + M_i:  T = sum M_i + 2h - 1
//   phased     a phase starts when the one before it has ended: T = sum M_i + h^2
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "romcast/core/wording.hpp"
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/machine.hpp"
#include "schedules/fat_tree/orders.hpp"

namespace romcast {
namespace {

struct Phase {
  std::uint64_t first_injection;  // cycle
  std::uint64_t cycles;           // M_i
};

// Element i - 1 is the phase of level i. With M = `each` messages per pair of leaves, phase i takes
// M * M_i cycles.
std::vector<Phase> phases(const LevelTree& tree, std::uint64_t each, bool pipelined) {
  std::vector<Phase> result(tree.height());
  std::uint64_t reaches = 2 * tree.height(), begin = 0;
  for (unsigned i = tree.height(); i >= 1; --i) {
    const std::uint64_t cycles = phase_cycles(tree, i);
    result[i - 1] = {pipelined ? reaches - (2 * i - 1) : begin + 1, cycles};
    reaches += each * cycles;
    begin += each * cycles + 2 * i - 1;
  }
  return result;
}

Injection inject(const LevelTree& tree, const Phase& phase, unsigned level, NodeId leaf,
                 std::uint64_t each, std::uint64_t index) {
  const std::uint64_t k = tree.arity(level), width = tree.width(level - 1);
  const std::uint64_t local = leaf % width, own = leaf / width % k;
  const std::uint64_t first = leaf / (width * k) * (width * k);
  const std::uint64_t m = index % each, turn = index / each;
  const std::uint64_t p = reverse_digits(tree, local, level - 1);
  const std::uint64_t d = 1 + turn / width, s = turn % width, number = turn * width + p;
  const std::uint64_t per_cycle = ((k - 1) * width * width + phase.cycles - 1) / phase.cycles;
  const std::uint64_t to =
      first + (own + d) % k * width + reverse_digits(tree, (p + s) % width, level - 1);
  const std::uint64_t cycle = phase.first_injection + number / per_cycle * each + m;
  return {.not_before = static_cast<Cycle>(cycle),
          .message = static_cast<MessageId>((leaf * tree.leaves() + to) * each + m)};
}

// `program` with the injections of each leaf sorted by time. If a leaf with several links sends
// several messages in a cycle, `program` may list the leaf's injections out of order.
InjectionProgram in_order_of_time(const LevelTree& tree, const InjectionProgram& program) {
  std::vector<std::vector<Injection>> leaves(tree.leaves());
  for (NodeId leaf = 0; leaf < leaves.size(); ++leaf) {
    for (std::uint64_t i = 0; const auto injection = program(leaf, i); ++i) {
      leaves[leaf].push_back(*injection);
    }
    std::ranges::stable_sort(leaves[leaf], {}, &Injection::not_before);
  }
  return [leaves](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= leaves[leaf].size()) return std::nullopt;
    return leaves[leaf][index];
  };
}

Plan phased_alltoall_plan(const Problem& problem, bool pipelined) {
  const LevelTree tree = LevelTree::of(*problem.topology);
  const std::uint64_t each = problem.collective.messages();
  const InjectionProgram program = [tree, each, plan = phases(tree, each, pipelined)](
                                       NodeId leaf,
                                       std::uint64_t index) -> std::optional<Injection> {
    for (unsigned i = tree.height(); i >= 1; --i) {
      const std::uint64_t injections = each * (tree.arity(i) - 1) * tree.width(i - 1);
      if (index < injections) return inject(tree, plan[i - 1], i, leaf, each, index);
      index -= injections;
    }
    return std::nullopt;
  };
  return tree_plan(problem, {TreeRoute::unicast, QueueKind::per_output,
                             tree.capacity(1) == 1 ? program : in_order_of_time(tree, program)});
}

Theory phased_alltoall_theory(const Problem& problem, bool pipelined) {
  const FatTree& tree = fat_tree(problem);
  Theory theory = total_exchange_multi_theory(problem);
  if (!has_theory(tree)) return theory;
  const std::uint64_t each = problem.collective.messages(), h = tree.height();
  const std::uint64_t overhead = pipelined ? 2 * h - 1 : h * h;
  std::uint64_t corrected = overhead, printed = overhead;
  for (unsigned i = 1; i <= h; ++i) {
    corrected += each * phase_cycles(tree, i);
    printed += each * printed_phase_cycles(tree, i);
  }
  theory.formula_cycles = corrected;
  theory.formula_source =
      pipelined ? "Dimakopoulos 1996, equation (4)" : "Dimakopoulos 1996, figure 6";
  if (pipelined && each == 1 && h > 1 && tree.exponential_capacity()) {
    theory.erratum = "section 3.3 prints n - n/k + 2h - 2 for bound (3), which is n - n/k + 2h - 1";
  }
  if (printed != corrected) {
    theory.formula_source += ", corrected for these capacities";
    theory.paper_cycles = printed;
    theory.erratum += fmt::format(
        "{}{} holds only if c_i <= k^(i-j) c_j for all j <= i; a lower branch is the bottleneck "
        "here: {}, not {}",
        theory.erratum.empty() ? "" : "; ", pipelined ? "equation (4)" : "figure 6's time",
        counted(corrected, "cycle"), printed);
  }
  return theory;
}

Algorithm phases_algorithm(std::string name, bool pipelined) {
  return {
      .name = std::move(name),
      .aliases = {pipelined ? "equation-4" : "figure-6"},
      .network = "fat-tree",
      .collective = CollectiveKind::alltoall,
      .ports = {Ports::Kind::multi},
      .summary = pipelined ? "subtrees exchange level by level, phases overlapped; no queue"
                           : "subtrees exchange level by level, one phase at a time; no queue",
      .source = pipelined ? "Dimakopoulos 1996, equation (4)" : "Dimakopoulos 1996, figure 6",
      .paper = true,
      .default_control = Control::rom,
      .build = [pipelined](const Problem& p) { return phased_alltoall_plan(p, pipelined); },
      .predict = [pipelined](const Problem& p) { return phased_alltoall_theory(p, pipelined); }};
}

}  // namespace

Algorithm pipelined_alltoall() { return phases_algorithm("pipelined", true); }
Algorithm phased_alltoall() { return phases_algorithm("phased", false); }

}  // namespace romcast
