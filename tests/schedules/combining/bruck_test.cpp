// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("Bruck's allgather turned round scatters the sums in ceil(log2 P) steps for any P") {
  check_exchange("bruck", CollectiveKind::reduce_scatter, {2, 3, 5, 8, 11},
                 [](auto n, auto m) { return m * (n - 1); });
  CHECK(steps_of("bruck", CollectiveKind::reduce_scatter, 11) == 4);
}
