// SPDX-License-Identifier: Apache-2.0
// Alltoalls on rings take the hops of all shortest paths, divided by the number of links and
// rounded up.
#include "schedules/any/ring_alltoall.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

std::uint64_t fewest(std::uint64_t n, std::uint64_t messages) {
  std::uint64_t hops = 0;
  for (std::uint64_t d = 1; d < n; ++d) hops += n * messages * std::min(d, n - d);
  return (hops + 2 * n - 1) / (2 * n);
}

}  // namespace

TEST_CASE("an alltoall on a ring keeps all links busy", "[any][classics][exhaustive]") {
  for (unsigned n = 3; n <= 30; ++n) {
    const auto ring = family("ring", "processors", std::to_string(n));
    for (std::uint32_t m = 1; m <= 4; ++m) {
      CAPTURE(n, m);
      const Problem problem = problem_of(ring, alltoall, kMulti, m);
      CHECK(judged("both-ways", problem) == fewest(n, m));
      CHECK(find_algorithm("both-ways", problem).predict(problem).formula_cycles == fewest(n, m));
    }
  }
}

TEST_CASE("an alltoall on a ring meets its bound without a name", "[any]") {
  for (const unsigned n : {8U, 12U, 16U, 20U}) {
    CAPTURE(n);
    const auto ring = family("ring", "processors", std::to_string(n));
    const Problem problem = problem_of(ring, alltoall, kMulti);
    CHECK(judged("portfolio", problem) == fewest(n, 1));
    CHECK_THAT(find_algorithm("portfolio", problem).build(problem).note,
               Catch::Contains(std::to_string(fewest(n, 1)) + " cycles, the bound"));
  }
}
