// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/bounds.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "hostlib/star_distances.hpp"

using namespace romcast::star;
using romcast::test::StarOracle;

TEST_CASE("the sum of the distances to all substars is that of breadth-first search") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarOracle oracle(n);
    const std::vector<unsigned> distance = oracle.distances({0});
    for (unsigned k = 1; k <= n; ++k) {
      std::map<std::string, unsigned> nearest;
      for (std::size_t u = 0; u < distance.size(); ++u) {
        unsigned& least =
            nearest.try_emplace(oracle.labels[u].substr(k), distance[u]).first->second;
        least = std::min(least, distance[u]);
      }
      std::uint64_t sum = 0;
      for (const auto& [substar, hops] : nearest) sum += hops;
      CAPTURE(n, k);
      CHECK(distance_sum(n, k) == sum * factorial(k));
    }
  }
}

TEST_CASE("the diameter of a star graph is that of breadth-first search") {
  for (unsigned n = 3; n <= 7; ++n) {
    const std::vector<unsigned> distance = StarOracle(n).distances({0});
    CHECK(diameter(n) == *std::ranges::max_element(distance));
  }
}

TEST_CASE("one port spreads an information in at least 3 5 8 10 13 steps") {
  // The recurrence in bounds.hpp gives the new nodes of each step until n!-1 are reached: 1 2 2 for
  // n = 3, 1 2 4 6 10 for n = 4, and so on.
  const std::vector<unsigned> steps{3, 5, 8, 10, 13};
  for (unsigned n = 3; n <= 7; ++n) CHECK(spreading_steps(n) == steps[n - 3]);
}
