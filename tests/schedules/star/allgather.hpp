// SPDX-License-Identifier: Apache-2.0
// Allgather on star graphs, planned and judged; walks on labels as text.
#pragma once

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/star/cases.hpp"

namespace romcast::test::star_allgather {

using test::kTimings;

inline constexpr auto kSingle = Ports::Kind::single, kMulti = Ports::Kind::multi;
inline constexpr std::uint64_t kFactorial[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};

inline Problem problem_of(unsigned n, Ports::Kind ports, Timing timing = {},
                          std::uint32_t messages = 1) {
  const auto star = std::make_shared<StarGraph>(n);
  return {.topology = star,
          .collective = Collective(CollectiveKind::allgather, star->processors(), 0, messages),
          .ports = {ports},
          .options = {},
          .timing = timing};
}

// The judge's cycles, which must equal the formula; 0 if the plan is illegal or incomplete.
inline std::uint64_t cycles(std::string_view name, const Problem& problem) {
  const Algorithm& algorithm = find_algorithm(name, problem);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, problem.timing);
  const Theory theory = algorithm.predict(problem);
  CHECK(theory.formula_cycles == verdict.cycles);
  CHECK(theory.lower_bound <= verdict.cycles);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  return fine ? verdict.cycles : 0;
}

// Checks an algorithm on S_3..S_6 against startups * t_s + blocks * M * t_m.
template <class Startups, class Blocks>
void check_formula(std::string_view name, Startups startups, Blocks blocks) {
  for (unsigned n = 3; n <= 6; ++n) {
    for (const Timing timing : kTimings) {
      for (const std::uint32_t messages : {1U, 3U}) {
        if (n == 6 && (messages > 1 || timing.startup != 7)) continue;  // slow
        CAPTURE(n, timing.startup, timing.per_message, messages);
        CHECK(cycles(name, problem_of(n, kSingle, timing, messages)) ==
              startups(n) * timing.startup + blocks(n) * messages * timing.per_message);
      }
    }
  }
}

inline std::string crossed(std::string label, unsigned dimension) {
  std::swap(label[0], label[dimension - 1]);
  return label;
}

inline std::string first_label(unsigned n) { return std::string("123456789").substr(0, n); }

// Follows a list of dimensions from node 12...n. Returns the last node's label; "" if an element is
// no dimension, or if the walk visits a node twice or omits a node. `closed`: the walk must return
// to 12...n, which counts as visited only at the return.
template <class Word>
std::string end_of_walk(unsigned n, const Word& word, bool closed) {
  std::set<std::string> met;
  std::string at = first_label(n);
  if (!closed) met.insert(at);
  for (const unsigned letter : word) {
    if (letter < 2 || letter > n) return "";
    at = crossed(at, letter);
    if (!met.insert(at).second) return "";
  }
  return met.size() == kFactorial[n] ? at : "";
}

}  // namespace romcast::test::star_allgather
