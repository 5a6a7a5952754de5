// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a ring allgather takes P - 1 steps and no processor idles in rounds") {
  check_exchange("ring", CollectiveKind::allgather, {2, 3, 5, 8},
                 [](auto n, auto m) { return m * (n - 1); });
  for (const std::uint32_t n : {2U, 5U, 16U}) {
    CHECK(steps_of("ring", CollectiveKind::allgather, n) == n - 1);
  }
}

TEST_CASE("a ring sends to the next only") {
  const Problem problem =
      problem_of({.algorithm = "ring", .collective = CollectiveKind::allgather, .processors = 6});
  for (const Hop& hop : all_hops(find_algorithm("ring", problem).build(problem))) {
    CHECK(hop.to == (hop.link + 1) % 6);
  }
}
