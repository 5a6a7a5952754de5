// SPDX-License-Identifier: Apache-2.0
// Optimal schedules: published figures, comparison with an exhaustive search and with other
// algorithms.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Cycle exactly(const Network& network, CollectiveKind kind, Ports ports, std::uint32_t messages = 1,
              NodeId source = 0) {
  const Problem problem = problem_of(network, kind, ports, messages, source, {{"seconds", "3600"}});
  const Plan plan = find_algorithm("exact", problem).build(problem);
  CHECK(plan.note.empty());  // the optimum is proved
  return judged("exact", problem);
}

}  // namespace

TEST_CASE("SCCL's table of the DGX-1 comes out", "[any][exact]") {
  // Cai et al., PPoPP 2021; 6 messages need half a minute and are left to the benchmarks (bench/).
  for (std::uint32_t m = 1; m <= 4; ++m) CHECK(exactly(dgx1(), allgather, kMulti, m) == m + 1);
}

TEST_CASE("synchronous steps of several rounds give SCCL's table of the DGX-1", "[any][exact]") {
  // The rounds of an allgather with `chunks` messages per processor; Cai et al. 2021, Table 4.
  const auto rounds = [](const char* steps, std::uint32_t chunks) {
    return judged("exact", problem_of(dgx1(), allgather, kMulti, chunks, 0,
                                      {{"steps", steps}, {"seconds", "3600"}}));
  };
  CHECK(rounds("2", 2) == 3);
  CHECK(rounds("2", 3) > 4);  // the solver refutes 4 rounds
  CHECK(rounds("3", 3) == 4);
  CHECK(rounds("3", 4) == 5);
}

TEST_CASE("a step sends what came in steps before, not in its own", "[any][exact]") {
  const auto on_path = [](NodeId nodes, std::uint32_t messages, const char* steps) {
    return judged("exact",
                  problem_of(path(nodes), broadcast, kMulti, messages, 0, {{"steps", steps}}));
  };
  CHECK_THROWS_AS(on_path(4, 1, "2"), InputError);  // three hops, at most one in a step
  // Three messages cross two links in a row. In two steps, each link has all three in one step: 3 +
  // 3 rounds.
  CHECK(on_path(3, 3, "2") == 6);
  CHECK(on_path(3, 3, "4") == 4);
}

TEST_CASE("steps end in time where they divide the cycles in very many ways", "[any][exact]") {
  // At least 36 rounds in 12 steps: more than 400 million ways.
  const Problem problem =
      problem_of(path(12), alltoall, kMulti, 1, 0, {{"steps", "12"}, {"seconds", "0"}});
  CHECK_THROWS_WITH(find_algorithm("exact", problem).build(problem),
                    Catch::Contains("no schedule was found in time"));
}

TEST_CASE("small networks have the optima that theory gives them", "[any][exact]") {
  CHECK(exactly(hypercube(3), allgather, kMulti) == 3);
  CHECK(exactly(hypercube(3), alltoall, kMulti) == 4);
  CHECK(exactly(hypercube(3), alltoall, kSingle) == 12);
  CHECK(exactly(hypercube(4), allgather, kMulti) == 4);
  CHECK(exactly(petersen(), allgather, kMulti) == 3);
  CHECK(exactly(petersen(), broadcast, kSingle) == 4);
  CHECK(exactly(ring(6), alltoall, kMulti) == 5);
  CHECK(exactly(grid({4, 4}, true), allgather, kMulti) == 4);
  CHECK(exactly(path(5), allgather, kSingle) >= 4);
}

TEST_CASE("what is optimal beats or equals what is greedy, everywhere", "[any][exact][long]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_network(3 + seed % 4, seed % 5, seed);
    for (const CollectiveKind kind : {broadcast, gather, allgather, alltoall}) {
      for (const Ports ports : {kSingle, kMulti}) {
        CAPTURE(seed, name(kind), ports.name());
        CHECK(exactly(network, kind, ports) <=
              judged("matching", problem_of(network, kind, ports)));
      }
    }
  }
}
