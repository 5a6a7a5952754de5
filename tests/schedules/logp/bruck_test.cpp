// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("Bruck's allgather takes ceil(log2 P) steps for any P") {
  check_exchange("bruck", CollectiveKind::allgather, {2, 3, 5, 6, 8, 13},
                 [](auto n, auto m) { return m * (n - 1); });
  for (const auto& [n, steps] : {std::pair{2U, 1U}, {3U, 2U}, {5U, 3U}, {8U, 3U}, {17U, 5U}}) {
    CHECK(steps_of("bruck", CollectiveKind::allgather, n) == steps);
    CHECK(steps_of("bruck", CollectiveKind::alltoall, n) == steps);
  }
}

TEST_CASE("Bruck's alltoall sends a message once for every one in its distance") {
  check_exchange("bruck", CollectiveKind::alltoall, {2, 3, 5, 6, 8, 13}, [](auto n, auto m) {
    std::uint64_t ones = 0;
    for (std::uint64_t d = 1; d < n; ++d) ones += static_cast<std::uint64_t>(std::popcount(d));
    return m * ones;
  });
}
