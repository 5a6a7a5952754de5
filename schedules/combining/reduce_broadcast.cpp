// SPDX-License-Identifier: Apache-2.0
// Allreduce as a reduce to processor 0 and a broadcast from it: the broadcast reversed, then the
// broadcast itself. The allreduce takes twice the cycles of the broadcast, plus a pause if
// g > 2 (L + 2o) and the number P of processors exceeds 2. With the circulant broadcast that is
// 2 (M + ceil(log2 P) - 1) cycles for M values. Unless L = 1, o = 0 and g = 1, the default is the
// optimal tree for one value, and a block-cyclic broadcast for several.
#include <fmt/format.h>

#include "schedules/combining/turned.hpp"
#include "schedules/logp/machine.hpp"

namespace romcast {

Algorithm circulant_broadcast();
Algorithm binary_tree_broadcast();
Algorithm binomial_broadcast();
Algorithm path_broadcast();
Algorithm optimal_tree_broadcast();
Algorithm block_cyclic_broadcast();

namespace {

using combining::turned;

const AlgorithmOption& tree_option() {
  static const AlgorithmOption option{
      "tree",
      {"best", "circulant", "binary-tree", "binomial", "path", "optimal-tree", "block-cyclic"},
      "the broadcast that is turned round, then run; best: as fast as any of them"};
  return option;
}

std::string tree_of(const Problem& problem) {
  const auto given = problem.options.find(tree_option().name);
  if (given != problem.options.end() && given->second != "best") return given->second;
  if (!problem.timing.logp()) return "circulant";
  return problem.collective.messages() == 1 ? "optimal-tree" : "block-cyclic";
}

Algorithm broadcast_of(const Problem& problem) {
  const std::string tree = tree_of(problem);
  if (tree == "binary-tree") return binary_tree_broadcast();
  if (tree == "binomial") return binomial_broadcast();
  if (tree == "path") return path_broadcast();
  if (tree == "optimal-tree") return optimal_tree_broadcast();
  if (tree == "block-cyclic") return block_cyclic_broadcast();
  return circulant_broadcast();
}

// The broadcast gets none of this algorithm's options.
Problem broadcast_problem(const Problem& problem) {
  Problem other = turned(problem, CollectiveKind::broadcast);
  other.options.clear();
  return other;
}

// Idle cycles between the reduce and the broadcast. The processor that the root sends to first was
// the last one to send to the root. Without a pause this processor would begin its first send of
// the broadcast 2 (L + 2o) cycles after its last send of the reduce, too early if the gap is
// longer.
std::uint64_t pause_of(const Problem& problem) {
  const std::uint64_t there_and_back = 2 * std::uint64_t{problem.timing.delay()};
  const std::uint64_t spacing = problem.timing.spacing();
  if (problem.collective.processors() == 2 || spacing <= there_and_back) return 0;
  return spacing - there_and_back;
}

std::string reduce_broadcast_refusal(const Problem& problem) {
  const Algorithm broadcast = broadcast_of(problem);
  if (problem.timing.logp() && !broadcast.logp) {
    return fmt::format("`tree` {} is made for latency 1, overhead 0 and gap 1", broadcast.name);
  }
  return broadcast.refusal ? broadcast.refusal(broadcast_problem(problem)) : "";
}

Plan reduce_broadcast_plan(const Problem& problem) {
  const Problem other = broadcast_problem(problem);
  const Plan plan = broadcast_of(problem).build(other);
  return {.open = stored_schedule(combining::one_after_the_other(
              combining::turned_round(other, plan), all_hops(plan.open), problem.timing,
              pause_of(problem)))};
}

Theory reduce_broadcast_theory(const Problem& problem) {
  const Theory broadcast = broadcast_of(problem).predict(broadcast_problem(problem));
  Theory theory;
  if (broadcast.formula_cycles) {
    const std::uint64_t pause = pause_of(problem);
    theory.formula_cycles = 2 * *broadcast.formula_cycles + pause;
    theory.formula_source = fmt::format(
        "twice the broadcast{}: {}",
        pause == 0 ? "" : fmt::format(", {} idle cycles between", pause), broadcast.formula_source);
  }
  logp::add_exchange_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm reduce_broadcast_allreduce() {
  Algorithm algorithm = logp::logp_algorithm("reduce-broadcast", CollectiveKind::allreduce);
  algorithm.summary = "a reduce, then a broadcast: the same tree backwards and forwards";
  algorithm.source = "textbooks; the broadcasts are Traff's, and Karp, Sahay, Santos & Schauser's";
  algorithm.options = {tree_option()};
  algorithm.refusal = reduce_broadcast_refusal;
  algorithm.build = reduce_broadcast_plan;
  algorithm.predict = reduce_broadcast_theory;
  return algorithm;
}

}  // namespace romcast
