// SPDX-License-Identifier: Apache-2.0
// Alltoalls on hypercubes by dimension exchange: half of all messages cross each dimension.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("a single-port alltoall takes the sum of the distances in a hypercube",
          "[any][classics]") {
  for (unsigned d = 1; d <= 5; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    const std::uint32_t n = 1U << d;
    for (const std::uint32_t m : {1U, 3U}) {
      CAPTURE(d, m);
      CHECK(judged("dimension-exchange", problem_of(cube, alltoall, kSingle, m)) == m * d * n / 2);
    }
  }
}

TEST_CASE("half of all messages cross each dimension of a hypercube, once", "[any][classics]") {
  const auto cube = family("hypercube", "dimensions", "4");
  const Problem problem = problem_of(cube, alltoall, kSingle);
  std::map<NodeId, std::set<MessageId>> crossed;  // by the bit in which two neighbours differ
  std::size_t hops = 0;
  std::vector<Hop> step;
  const auto pass = find_algorithm("dimension-exchange", problem).build(problem).open();
  for (; pass->next(step); hops += step.size()) {
    for (const Hop& hop : step) {
      const Channel& link = cube->channel_at(hop.link);
      crossed[link.from ^ link.to].insert(hop.message);
    }
  }
  CHECK(crossed.size() == 4);
  for (const auto& [bit, messages] : crossed) CHECK(messages.size() == 16 * 16 / 2);
  CHECK(hops == 4 * 16 * 16 / 2);
}
