// SPDX-License-Identifier: Apache-2.0
// An algorithm on a fat tree, planned and judged.
#pragma once

#include <string>
#include <vector>

#include "romcast/core/fat_tree.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/algorithm.hpp"

namespace romcast::test {

/// What is asked for; the rest has the defaults of the command line.
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
  std::string algorithm;  ///< name of the one found
  Theory theory;
  Verdict verdict;
  std::shared_ptr<const Topology> topology;
  OpenSchedule schedule;

  /// The judge's cycles; 0 if it objects to anything.
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

}  // namespace romcast::test
