// SPDX-License-Identifier: Apache-2.0
// Allgathers by processors with several ports, against the number of messages that a processor must
// receive.
#include <catch2/catch.hpp>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Judged gather(const char* algorithm, std::uint32_t n, std::uint32_t m, std::uint32_t k,
              std::uint32_t latency) {
  Problem problem = problem_of({.n = n, .k = k, .latency = latency});
  problem.collective = Collective(CollectiveKind::allgather, n, 0, m);
  const Algorithm& made = find_algorithm(algorithm, problem);
  return {made.predict(problem), judge(*problem.topology, problem.collective, problem.ports,
                                       made.build(problem).open, std::nullopt, problem.timing)};
}

}  // namespace

TEST_CASE("cyclic allgathers receive k messages at any time, the first after the latency") {
  for (const std::uint32_t k : {2U, 3U, 5U}) {
    for (const std::uint32_t latency : {1U, 2U, 5U}) {
      for (const std::uint32_t n : {2U, 3U, 4U, 9U, 10U, 17U}) {
        for (const std::uint32_t m : {1U, 2U, 3U}) {
          CAPTURE(k, latency, n, m);
          const Judged judged = gather("cyclic", n, m, k, latency);
          REQUIRE(judged.rounds() == latency - 1 + ceil_div((n - 1) * m, k));
          REQUIRE(judged.theory.formula_cycles == judged.rounds());
          REQUIRE(judged.theory.lower_bound == judged.rounds());
        }
      }
    }
  }
}

TEST_CASE("allgathers in ceil(log_k+1 n) steps take as long with a latency of 1, then more") {
  for (const std::uint32_t k : {2U, 3U, 5U}) {
    for (const std::uint32_t latency : {1U, 4U}) {
      for (const std::uint32_t n : {2U, 3U, 4U, 9U, 10U, 17U, 27U}) {
        for (const std::uint32_t m : {1U, 2U, 3U}) {
          CAPTURE(k, latency, n, m);
          const Judged judged = gather("bruck", n, m, k, latency);
          const std::uint64_t waits = (latency - 1) * log_up(k + 1, n);
          REQUIRE(judged.rounds() == waits + ceil_div((n - 1) * m, k));
          REQUIRE(judged.theory.formula_cycles == judged.rounds());
        }
      }
    }
  }
}
