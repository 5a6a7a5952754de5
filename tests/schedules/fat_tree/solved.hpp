// SPDX-License-Identifier: Apache-2.0
// Plans a problem on a fat tree with one algorithm, and judges the plan.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

/// A problem on a fat tree, and the name of its algorithm; an empty name means the best that fits.
struct Question {
  unsigned arity = 2, height = 2;
  std::string capacity = "constant";
  CollectiveKind collective{};
  Ports::Kind ports = Ports::Kind::single;
  std::string algorithm{};
  Options options{};
  std::uint32_t messages = 1;
  NodeId source = 0;
};

struct Solved {
  std::string algorithm;  ///< name of the algorithm that was found
  Theory theory;
  Verdict verdict;
  std::shared_ptr<const Topology> topology;
  OpenSchedule schedule;

  /// The judge's cycles; 0 if the plan is illegal or incomplete.
  [[nodiscard]] std::uint64_t cycles() const {
    const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
    return fine ? verdict.cycles : 0;
  }
};

inline Problem problem_of(const Question& q) {
  const auto tree = std::make_shared<FatTree>(q.arity, q.height, q.capacity);
  return {tree,
          Collective(q.collective, tree->processors(), q.source, q.messages),
          {q.ports},
          q.options};
}

inline Solved solve(const Question& question) {
  const Problem problem = problem_of(question);
  const Algorithm& algorithm = find_algorithm(question.algorithm, problem);
  const OpenSchedule schedule = algorithm.build(problem).open;
  return {algorithm.name, algorithm.predict(problem),
          judge(*problem.topology, problem.collective, problem.ports, schedule), problem.topology,
          schedule};
}

/// Cycles of a plan, which must equal those of its formula.
inline std::uint64_t predicted_cycles(const Question& question) {
  const Solved solved = solve(question);
  CHECK(solved.theory.formula_cycles == solved.cycles());
  return solved.cycles();
}

/// Like predicted_cycles(); the formula must also equal the lower bound.
inline std::uint64_t optimal_cycles(const Question& question) {
  const Solved solved = solve(question);
  CHECK(solved.theory.formula_cycles == solved.cycles());
  CHECK(solved.theory.lower_bound == solved.cycles());
  return solved.cycles();
}

/// A single-port problem with one message, or one per leaf or pair, on a tree of constant
/// capacities.
inline Question single_port(unsigned arity, unsigned height, CollectiveKind collective,
                            const std::string& algorithm = "paper", const Options& options = {}) {
  return {.arity = arity,
          .height = height,
          .collective = collective,
          .ports = Ports::Kind::single,
          .algorithm = algorithm,
          .options = options};
}

inline Question multi_port(unsigned arity, unsigned height, CollectiveKind collective,
                           const std::string& algorithm, const std::string& capacity = "constant",
                           const Options& options = {}) {
  return {.arity = arity,
          .height = height,
          .capacity = capacity,
          .collective = collective,
          .ports = Ports::Kind::multi,
          .algorithm = algorithm,
          .options = options};
}

}  // namespace romcast::test
