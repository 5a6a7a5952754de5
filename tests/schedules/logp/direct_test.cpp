// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("scatters and gathers take as long as the root's port needs") {
  for (const CollectiveKind kind : {CollectiveKind::scatter, CollectiveKind::gather}) {
    check_exchange("direct", kind, {2, 3, 7, 12}, [](auto n, auto m) { return m * (n - 1); });
    // Derived by hand: P = 4, L = 6, o = 2, g = 4: sends at 0, 4, 8; the last takes 10.
    const LogpCase c{.algorithm = "",
                     .collective = kind,
                     .processors = 4,
                     .latency = 6,
                     .overhead = 2,
                     .gap = 4};
    CHECK(run(c).time == 18);
    CHECK(theory_of(c).lower_bound == 18);
  }
}
