// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a ring reduce-scatter takes P - 1 steps of M messages, the bound") {
  check_exchange("ring", CollectiveKind::reduce_scatter, {2, 3, 5, 8},
                 [](auto n, auto m) { return m * (n - 1); });
  CHECK(steps_of("ring", CollectiveKind::reduce_scatter, 7) == 6);
}

TEST_CASE("a ring allreduce takes 2 (P - 1) steps of a block") {
  check_exchange("ring", CollectiveKind::allreduce, {2, 3, 5, 8},
                 [](auto n, auto m) { return 2 * (n - 1) * ((m + n - 1) / n); });
  for (const std::uint32_t n : {2U, 5U, 12U}) {
    for (const std::uint32_t j : {1U, 2U, 3U}) {
      CAPTURE(n, j);
      const LogpCase c{.algorithm = "ring",
                       .collective = CollectiveKind::allreduce,
                       .processors = n,
                       .messages = n * j};
      const Checked checked = run(c);
      CHECK(checked.wrong == "");
      CHECK(checked.time == 2 * (n - 1) * j);
      CHECK(theory_of(c).lower_bound == checked.time);
    }
  }
}
