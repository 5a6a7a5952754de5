// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Rounds of an allreduce of m values. The values form q blocks, where q is the largest power of two
// up to n. Each of the two phases has a step for each modulus 2, 4, .. q, in which a processor
// sends the values of all blocks whose numbers have one residue; the step needs as many rounds as
// the largest such set of blocks has values. If n > q, the n - q processors without a block need m
// rounds before and m rounds after the phases.
std::uint64_t rounds(std::uint64_t n, std::uint64_t m) {
  const std::uint64_t q = std::bit_floor(n);
  std::uint64_t sum = 0;
  for (std::uint64_t modulus = 2; modulus <= q; modulus *= 2) {
    std::uint64_t most = 0;
    for (std::uint64_t left = 0; left < modulus; ++left) {
      std::uint64_t values = 0;
      for (std::uint64_t b = left; b < q; b += modulus) values += (b + 1) * m / q - b * m / q;
      most = std::max(most, values);
    }
    sum += 2 * most;
  }
  return sum + (n == q ? 0 : 2 * m);
}

}  // namespace

TEST_CASE("Rabenseifner's allreduce is as fast as its steps") {
  check_exchange("rabenseifner", CollectiveKind::allreduce, {2, 3, 4, 7, 8, 13}, rounds);
}

TEST_CASE(
    "Rabenseifner's allreduce takes 2 M (1 - 1/P) rounds, the bound, where 2^k = P divides M") {
  for (const std::uint32_t n : {2U, 8U, 16U}) {
    const LogpCase c{.algorithm = "rabenseifner",
                     .collective = CollectiveKind::allreduce,
                     .processors = n,
                     .messages = 3 * n};
    CHECK(run(c).wrong == "");
    CHECK(run(c).time == 2 * 3 * (n - 1));
    CHECK(theory_of(c).lower_bound == run(c).time);
  }
  CHECK(steps_of("rabenseifner", CollectiveKind::allreduce, 16) == 8);
  CHECK(steps_of("rabenseifner", CollectiveKind::allreduce, 17) == 10);
}
