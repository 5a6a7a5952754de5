// SPDX-License-Identifier: Apache-2.0
// Exchanges on LogP machines, tried over a grid of machines.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>

#include "schedules/logp/checker.hpp"

namespace romcast::test {

/// Checks on each machine of the grid that the exchange is legal and takes the predicted time; with
/// L = 1, o = 0, g = 1, that it takes cycles(number of processors, messages) cycles.
inline void check_exchange(
    const std::string& algorithm, CollectiveKind collective,
    const std::vector<std::uint32_t>& processors,
    const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& cycles) {
  for (const std::uint32_t n : processors) {
    for (const std::uint32_t messages : {1U, 3U}) {
      for (const std::uint32_t latency : {1U, 4U, 6U}) {
        for (const auto& [overhead, gap] : {std::pair{0U, 1U}, {2U, 4U}, {3U, 1U}}) {
          const LogpCase c{.algorithm = algorithm,
                           .collective = collective,
                           .processors = n,
                           .latency = latency,
                           .overhead = overhead,
                           .gap = gap,
                           .messages = messages,
                           .source = n / 2};
          CAPTURE(algorithm, n, messages, latency, overhead, gap);
          const Checked checked = run(c);
          REQUIRE(checked.wrong == "");
          CHECK(theory_of(c).formula_cycles == checked.time);
          CHECK(theory_of(c).lower_bound <= checked.time);
          if (latency == 1 && overhead == 0) CHECK(checked.time == cycles(n, messages));
        }
      }
    }
  }
}

/// Number of steps: a send at least L cycles after the previous one begins a new step. L is so long
/// that all messages of a step arrive before the next step begins.
inline std::size_t steps_of(const std::string& algorithm, CollectiveKind collective,
                            std::uint32_t processors) {
  constexpr std::uint32_t latency = 1000;
  const Problem problem = problem_of({.algorithm = algorithm,
                                      .collective = collective,
                                      .processors = processors,
                                      .latency = latency});
  std::set<Cycle> cycles;
  for (const Hop& hop : all_hops(find_algorithm(algorithm, problem).build(problem))) {
    cycles.insert(hop.cycle);
  }
  std::size_t steps = 0;
  Cycle last = 0;
  for (const Cycle cycle : cycles) {
    if (steps == 0 || cycle >= last + latency) ++steps;
    last = cycle;
  }
  return steps;
}

}  // namespace romcast::test
