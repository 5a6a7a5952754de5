// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("recursive doubling gathers in log2 P steps") {
  check_exchange("recursive-doubling", CollectiveKind::allgather, {2, 4, 8, 16},
                 [](auto n, auto m) { return m * (n - 1); });
  for (const auto& [n, steps] : {std::pair{2U, 1U}, {4U, 2U}, {8U, 3U}, {32U, 5U}}) {
    CHECK(steps_of("recursive-doubling", CollectiveKind::allgather, n) == steps);
  }
}

TEST_CASE("recursive doubling needs a power of two") {
  CHECK_THROWS_WITH(theory_of({.algorithm = "recursive-doubling",
                               .collective = CollectiveKind::allgather,
                               .processors = 6}),
                    Contains("no power of two"));
}
