// SPDX-License-Identifier: Apache-2.0
// Reduction by the optimal broadcast tree run backwards (KSSS, section 4.2): a message that the
// broadcast sends from u to v at time s becomes one from v to u that can be used at time B(P) - s.
// Combining takes no time. Every processor combines the values of a range of processors in order,
// so that the operation need not be commutative if the sink is processor 0.
#include <fmt/format.h>

#include "schedules/logp/tree.hpp"

namespace romcast {
namespace {

using namespace logp;

struct Reversed {
  explicit Reversed(const Machine& machine)
      : tree(machine), reach(machine.reach()), number(in_order(Parents(tree))) {}
  Tree tree;
  std::uint64_t reach;
  std::vector<NodeId> number;
};

class ReversedSchedule final : public Schedule {
 public:
  ReversedSchedule(std::shared_ptr<const Reversed> reversed, NodeId sink)
      : reversed_(std::move(reversed)), sink_(sink), left_(reversed_->tree.waves().size()) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (left_ == 0) return false;
    const Tree& tree = reversed_->tree;
    const Tree::Wave& wave = tree.waves()[--left_];
    const auto cycle = static_cast<Cycle>(tree.time() - wave.time - reversed_->reach + 1);
    tree.visit(wave, [&](std::uint32_t parent, std::uint32_t child) {
      hops.push_back({cycle, actual(child), 0, actual(parent)});
    });
    return true;
  }

 private:
  [[nodiscard]] NodeId actual(std::uint32_t node) const {
    const NodeId sum = reversed_->number[node] + sink_;
    return sum < reversed_->tree.nodes() ? sum : sum - reversed_->tree.nodes();
  }
  std::shared_ptr<const Reversed> reversed_;
  NodeId sink_;
  std::size_t left_;
};

Plan reversed_tree_plan(const Problem& problem) {
  const auto reversed = std::make_shared<const Reversed>(machine_of(problem));
  check_cycles(reversed->tree.time(), problem);
  return {.open = [reversed, sink = problem.collective.source()] {
    return std::make_unique<ReversedSchedule>(reversed, sink);
  }};
}

Theory reversed_tree_theory(const Problem& problem) {
  const std::uint64_t cycles = broadcast_time(machine_of(problem));
  const std::string source = fmt::format("{}, section 4.2: B(P)", kPaper);
  return {.formula_cycles = cycles,
          .formula_source = source,
          .lower_bound = cycles,
          .lower_bound_source = source + ", as a reduction backwards is a broadcast"};
}

}  // namespace

Algorithm reversed_tree_reduce() {
  Algorithm algorithm = logp_algorithm("reversed-tree", CollectiveKind::reduce);
  algorithm.summary = "the optimal broadcast tree backwards; B(P)";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 4.2";
  algorithm.paper = true;
  algorithm.refusal = refuse_several_values;
  algorithm.build = reversed_tree_plan;
  algorithm.predict = reversed_tree_theory;
  return algorithm;
}

}  // namespace romcast
