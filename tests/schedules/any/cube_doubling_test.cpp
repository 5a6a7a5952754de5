// SPDX-License-Identifier: Apache-2.0
// Allreduces on hypercubes: each dimension doubles the number of values in a sum.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("neighbours on a hypercube combine all in a cycle per dimension and value",
          "[any][reduce]") {
  for (unsigned d = 1; d <= 5; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    for (const std::uint32_t m : {1U, 3U}) {
      CAPTURE(d, m);
      const Problem problem = combining_problem(cube, CollectiveKind::allreduce, kSingle, m);
      CHECK(judged("recursive-doubling", problem) == m * d);
    }
  }
}
