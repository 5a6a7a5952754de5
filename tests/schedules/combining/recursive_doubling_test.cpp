// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE(
    "recursive doubling takes log2 P exchanges, and two steps more where P is no power of two") {
  check_exchange("recursive-doubling", CollectiveKind::allreduce, {2, 3, 4, 7, 8, 11},
                 [](auto n, auto m) {
                   const auto floor = static_cast<std::uint64_t>(std::bit_width(n) - 1);
                   return m * (std::has_single_bit(n) ? floor : floor + 2);
                 });
}

TEST_CASE("one value is combined by recursive doubling in ceil(log2 P) rounds, the bound") {
  for (const std::uint32_t n : {2U, 4U, 16U, 64U}) {
    const LogpCase c{.algorithm = "recursive-doubling",
                     .collective = CollectiveKind::allreduce,
                     .processors = n};
    CHECK(run(c).wrong == "");
    CHECK(run(c).time == static_cast<std::uint64_t>(std::bit_width(n - 1)));
    CHECK(theory_of(c).lower_bound == run(c).time);
  }
}
