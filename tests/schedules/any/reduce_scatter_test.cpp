// SPDX-License-Identifier: Apache-2.0
// A reduce-scatter on any network is as fast as the allgather on the reversed network.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Problem scattered(const std::shared_ptr<const Topology>& network, Ports ports,
                  std::uint32_t messages = 1) {
  return {network,
          Collective::combined_by_nodes(network->processors(), 0, messages,
                                        CollectiveKind::reduce_scatter),
          ports,
          {}};
}

}  // namespace

TEST_CASE("reduce-scatters are legal on random networks in all ports", "[any][reduce]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_network(3 + seed % 9, seed % 7, seed);
    for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
      CAPTURE(seed, ports.name());
      judged("matching", scattered(network, ports, 1 + seed % 3));
    }
  }
}

TEST_CASE("reduce-scatters take as many cycles as the allgathers that they turn round",
          "[any][reduce]") {
  CHECK(judged("both-ways", scattered(family("ring", "processors", "7"), kMulti, 2)) == 6);
  CHECK(judged("recursive-halving",
               scattered(family("hypercube", "dimensions", "3"), kSingle, 2)) == 2 * 7);
  CHECK(judged("matching", scattered(family("torus", "dims", "4x4"), kSingle)) == 15);
  CHECK(judged("portfolio", scattered(hypercube(4), kMulti)) == 4);
  CHECK(judged("ring-by-ring", scattered(family("torus", "dims", "3x4"), kMulti)) >= 3);
  const Problem line = scattered(path(4), kSingle);
  CHECK(judged("exact", line) ==
        judged("exact", problem_of(path(4), CollectiveKind::allgather, kSingle)));
}
