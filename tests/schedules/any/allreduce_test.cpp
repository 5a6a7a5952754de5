// SPDX-License-Identifier: Apache-2.0
// Allreduces on any network: there and back by what spreads.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Problem allreduce(const std::shared_ptr<const Topology>& network, Ports ports,
                  std::uint32_t messages = 1) {
  return combining_problem(network, CollectiveKind::allreduce, ports, messages);
}

}  // namespace

TEST_CASE("allreduces are legal on random networks in all ports", "[any][reduce]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_network(3 + seed % 9, seed % 7, seed);
    for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
      CAPTURE(seed, ports.name());
      judged("matching", allreduce(network, ports, 1 + seed));
    }
  }
}

TEST_CASE("allreduces are reduces and broadcasts, or reduce-scatters and allgathers",
          "[any][reduce]") {
  // One value goes to the end of a line and back.
  CHECK(judged("matching", allreduce(path(5), kMulti)) == 2 * 4);
  CHECK(judged("portfolio", allreduce(hypercube(3), kSingle)) == 2 * 3);
  // A value each: twice an allgather.
  CHECK(judged("matching", allreduce(hypercube(3), kMulti, 8)) == 2 * 3);
  CHECK(judged("matching", allreduce(family("torus", "dims", "3x3"), kSingle, 9)) == 2 * 8);
  // 2M(n-1) hops over 2n links in every cycle.
  CHECK(judged("matching", allreduce(family("ring", "processors", "6"), kMulti, 12)) >= 10);
  // Two switches with two processors each: the root is a processor.
  const Network tree = undirected(4, {{0, 4}, {1, 4}, {4, 5}, {5, 2}, {5, 3}}, 6);
  CHECK(judged("portfolio", allreduce(tree, kMulti)) == 2 * 3);
}
