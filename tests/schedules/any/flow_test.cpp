// SPDX-License-Identifier: Apache-2.0
// Alltoalls along a maximum concurrent flow are legal and reach its rate.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Rate flow_rate(const Problem& problem) {
  const Plan plan = find_algorithm("flow", problem).build(problem);
  REQUIRE(plan.rate);
  return *plan.rate;
}

}  // namespace

TEST_CASE("flows are legal on random digraphs, with and without switches", "[any][flow]") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 8, seed % 3, seed % 11, seed);
    judged("flow", problem_of(network, alltoall, kMulti, 1 + seed % 5));
  }
}

TEST_CASE("an alltoall is as fast as the mean distance or the bisection allows", "[any][flow]") {
  // With M messages per pair: M n^2 / 8 cycles on a ring of n nodes, n even; on a 4x4 torus 512 M
  // hops over 64 links.
  CHECK(judged("flow", problem_of(ring(8), alltoall, kMulti, 4)) == 32);
  CHECK(judged("flow", problem_of(grid({4, 4}, true), alltoall, kMulti, 4)) == 32);
  // Half of a DGX-1 sends 16 M messages to the other half over 6 links.
  CHECK(judged("flow", problem_of(dgx1(), alltoall, kMulti, 12)) == 32);
}

TEST_CASE("rates of flows are those of the literature", "[any][flow]") {
  const Rate mesh = flow_rate(problem_of(grid({4, 4}, false), alltoall, kMulti));
  CHECK(mesh.bound.messages == 1);  // 8 * 8 messages over 4 links
  CHECK(mesh.bound.cycles == 16);
  const Rate dgx = flow_rate(problem_of(dgx1(), alltoall, kMulti, 3));
  CHECK(dgx.bound.messages == 3);
  CHECK(dgx.bound.cycles == 8);
  CHECK(dgx.reached.cycles == 8);
  CHECK_FALSE(dgx.witness.empty());
}

TEST_CASE("exchanges flow, too, if each message has one destination", "[any][flow]") {
  // Each processor of a ring of six sends two messages to its opposite: 36 hops over 12 links.
  std::vector<Relation> opposite;
  for (NodeId p = 0; p < 6; ++p) {
    for (int i = 0; i < 2; ++i) opposite.push_back({p, (p + 3) % 6});
  }
  const Problem problem{ring(6), Collective(6, opposite), kMulti, {}};
  judged("flow", problem);
  CHECK(flow_rate(problem).reached.cycles == 3);
  const Problem groups{ring(6), Collective::of_demands(6, {{0, {1, 2}}}), kMulti, {}};
  CHECK_THROWS(find_algorithm("flow", groups));
}

TEST_CASE("no time at all still gives an alltoall", "[any][flow]") {
  judged("flow", problem_of(grid({4, 4}, true), alltoall, kMulti, 2, 0, {{"seconds", "0"}}));
}
