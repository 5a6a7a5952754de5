// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("recursive halving scatters the sums in log2 P steps of M (P - 1) messages in all") {
  check_exchange("recursive-halving", CollectiveKind::reduce_scatter, {2, 4, 8, 16},
                 [](auto n, auto m) { return m * (n - 1); });
  CHECK(steps_of("recursive-halving", CollectiveKind::reduce_scatter, 16) == 4);
}

TEST_CASE("recursive halving is for powers of two") {
  const Problem problem = problem_of({.algorithm = "recursive-halving",
                                      .collective = CollectiveKind::reduce_scatter,
                                      .processors = 6});
  CHECK_THROWS_WITH(find_algorithm("recursive-halving", problem), Catch::Contains("power of two"));
}
