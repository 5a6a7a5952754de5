// SPDX-License-Identifier: Apache-2.0
// Broadcast of one item along the optimal tree (KSSS, that is Karp, Sahay, Santos & Schauser 1993,
// Theorem 2.1): all processors that have the item send it as early and as often as possible.
#include <fmt/format.h>

#include "schedules/logp/tree.hpp"

namespace romcast {
namespace {

using namespace logp;

class TreeSchedule final : public Schedule {
 public:
  TreeSchedule(std::shared_ptr<const Tree> tree, NodeId source)
      : tree_(std::move(tree)), source_(source) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (wave_ == tree_->waves().size()) return false;
    const Tree::Wave& wave = tree_->waves()[wave_++];
    const auto cycle = static_cast<Cycle>(wave.time + 1);
    tree_->visit(wave, [&](std::uint32_t from, std::uint32_t to) {
      hops.push_back({cycle, actual(from), 0, actual(to)});
    });
    return true;
  }

 private:
  [[nodiscard]] NodeId actual(NodeId node) const {
    const NodeId sum = node + source_;
    return sum < tree_->nodes() ? sum : sum - tree_->nodes();
  }
  std::shared_ptr<const Tree> tree_;
  NodeId source_;
  std::size_t wave_ = 0;
};

std::string optimal_tree_refusal(const Problem& problem) {
  if (problem.collective.messages() == 1) return "";
  return fmt::format("one tree carries one item; for {} use `algorithm` block-cyclic",
                     problem.collective.messages());
}

Plan optimal_tree_plan(const Problem& problem) {
  const auto tree = std::make_shared<const Tree>(machine_of(problem));
  check_cycles(tree->time(), problem);
  return {.open = [tree, source = problem.collective.source()] {
    return std::make_unique<TreeSchedule>(tree, source);
  }};
}

// Adds the erratum for o > g: KSSS assume g >= o in Definition 2.3.
void add_printed_tree(const Machine& machine, Theory& theory) {
  if (machine.timing.gap >= machine.timing.overhead) return;
  Machine printed = machine;
  printed.timing.overhead = 0;
  printed.timing.latency += 2 * machine.timing.overhead;
  theory.erratum =
      "Definition 2.3 has the children of a node g apart; a processor that is busy for o > g with "
      "each send has them o apart";
  if (const std::uint64_t cycles = broadcast_time(printed); cycles != theory.formula_cycles) {
    theory.paper_cycles = cycles;
  }
}

Theory optimal_tree_theory(const Problem& problem) {
  Theory theory{.formula_cycles = broadcast_time(machine_of(problem)),
                .formula_source = fmt::format("{}, Theorem 2.1: B(P)", kPaper)};
  add_broadcast_bound(problem, theory);
  add_printed_tree(machine_of(problem), theory);
  return theory;
}

}  // namespace

Algorithm optimal_tree_broadcast() {
  Algorithm algorithm = logp_algorithm("optimal-tree", CollectiveKind::broadcast);
  algorithm.summary = "one item: all that have it send it as early and as often as they can; B(P)";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorem 2.1";
  algorithm.paper = true;
  algorithm.refusal = optimal_tree_refusal;
  algorithm.build = optimal_tree_plan;
  algorithm.predict = optimal_tree_theory;
  return algorithm;
}

}  // namespace romcast
