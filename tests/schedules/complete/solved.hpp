// SPDX-License-Identifier: Apache-2.0
// A broadcast on a fully connected network, planned and judged.
#pragma once

#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

struct Broadcast {
  std::string algorithm;
  std::uint32_t n = 2, m = 1, k = 1;
  NodeId source = 0;
  Options options{};
  std::uint32_t latency = 1;
};

inline Ports ports_of(std::uint32_t k) {
  return k == 1 ? Ports{Ports::Kind::single} : Ports{Ports::Kind::several, k};
}

inline Problem problem_of(const Broadcast& b) {
  return {std::make_shared<Complete>(b.n),
          Collective(CollectiveKind::broadcast, b.n, b.source, b.m),
          ports_of(b.k),
          b.options,
          {.latency = b.latency}};
}

struct Judged {
  Theory theory;
  Verdict verdict;
  /// The judge's cycles; 0 if there are violations, if a message is missing, or if a processor
  /// receives a message that it does not need.
  [[nodiscard]] std::uint64_t rounds() const {
    const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected &&
                      verdict.hops == verdict.expected;
    return fine ? verdict.cycles : 0;
  }
};

inline Judged solve(const Broadcast& b) {
  const Problem problem = problem_of(b);
  const Algorithm& algorithm = find_algorithm(b.algorithm, problem);
  return {algorithm.predict(problem),
          judge(*problem.topology, problem.collective, problem.ports, algorithm.build(problem).open,
                std::nullopt, problem.timing)};
}

inline const std::vector<std::uint32_t> kSomeMessages{1, 2, 3, 5, 8, 17};

inline std::uint64_t ceil_div(std::uint64_t value, std::uint64_t by) {
  return (value + by - 1) / by;
}

/// ceil(log_base value), by multiplying.
inline unsigned log_up(std::uint64_t base, std::uint64_t value) {
  unsigned e = 0;
  for (std::uint64_t reach = 1; reach < value; reach *= base) ++e;
  return e;
}

}  // namespace romcast::test
