// SPDX-License-Identifier: Apache-2.0
// Allgathers on hypercubes: each dimension doubles the number of messages that a node knows.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("a single-port allgather doubles what nodes know, up to the bound", "[any][classics]") {
  for (unsigned d = 1; d <= 5; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    const std::uint32_t n = 1U << d;
    for (const std::uint32_t m : {1U, 3U}) {
      CAPTURE(d, m);
      CHECK(judged("recursive-doubling", problem_of(cube, allgather, kSingle, m)) == m * (n - 1));
    }
  }
}

TEST_CASE("after each dimension nodes know what all in a subcube twice as large knew",
          "[any][classics]") {
  const auto cube = family("hypercube", "dimensions", "4");
  const Problem problem = problem_of(cube, allgather, kSingle);
  std::map<NodeId, std::set<MessageId>> known;
  for (NodeId v = 0; v < 16; ++v) known[v] = {v};
  std::vector<Hop> step;
  const auto pass = find_algorithm("recursive-doubling", problem).build(problem).open();
  while (pass->next(step)) {
    for (const Hop& hop : step) known[cube->channel_at(hop.link).to].insert(hop.message);
    const Cycle now = step.front().cycle;
    if ((now & (now + 1)) != 0) continue;  // after cycles 1, 3, 7, 15 a dimension is done
    for (NodeId v = 0; v < 16; ++v) {
      std::set<MessageId> subcube;
      for (NodeId u = 0; u <= now; ++u) subcube.insert(v ^ u);
      CHECK(known[v] == subcube);
    }
  }
}
