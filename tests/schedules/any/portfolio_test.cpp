// SPDX-License-Identifier: Apache-2.0
// Without a name, the best of all algorithms is taken.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("who names no algorithm gets the best of all", "[any][portfolio]") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Network network = random_network(4 + seed % 3, seed, seed);
    for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
      const Problem problem = problem_of(network, kind, seed % 2 == 0 ? kSingle : kMulti);
      CAPTURE(seed, name(kind));
      CHECK(find_algorithm("", problem).name == "portfolio");
      CHECK(judged("", problem) <= judged("matching", problem));
    }
  }
}

TEST_CASE("the portfolio says what it has chosen, and from what", "[any][portfolio]") {
  const Problem problem = problem_of(dgx1(), allgather, kMulti);
  const Plan plan = find_algorithm("", problem).build(problem);
  CHECK_THAT(plan.note, Catch::Contains("matching") && Catch::Contains("found: "));
}
