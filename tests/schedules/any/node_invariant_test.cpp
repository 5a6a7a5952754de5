// SPDX-License-Identifier: Apache-2.0
// Schedules in which all nodes of a Cayley graph run one program take the cycles that the
// literature proves optimal.
#include <catch2/catch.hpp>

#include "romcast/core/star_graph.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Cycle alike(const std::shared_ptr<const Topology>& network, CollectiveKind kind, Ports ports,
            std::uint32_t messages = 1) {
  return judged("node-invariant", problem_of(network, kind, ports, messages));
}

}  // namespace

TEST_CASE("a single-port alltoall takes the sum of the distances", "[any][invariant]") {
  // Dimakopoulos & Dimopoulos 1996.
  for (unsigned d = 2; d <= 6; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    CHECK(alike(cube, alltoall, kSingle) == d << (d - 1));
  }
  CHECK(alike(family("torus", "dims", "4x4"), alltoall, kSingle) == 32);
  CHECK(alike(family("torus", "dims", "4x4"), alltoall, kSingle, 3) == 96);
  CHECK(alike(family("pancake", "symbols", "4"), alltoall, kSingle) == 60);
  CHECK(alike(family("bubble-sort", "symbols", "4"), alltoall, kSingle) == 72);
  CHECK(alike(std::make_shared<StarGraph>(4), alltoall, kSingle) == 62);
  CHECK(alike(std::make_shared<StarGraph>(5), alltoall, kSingle) == 442);
}

TEST_CASE("a single-port allgather learns something new in every cycle", "[any][invariant]") {
  CHECK(alike(family("torus", "dims", "4x6"), allgather, kSingle) == 23);
  CHECK(alike(family("torus", "dims", "4x6"), allgather, kSingle, 2) == 46);
  CHECK(alike(family("pancake", "symbols", "4"), allgather, kSingle) == 23);
  CHECK(alike(std::make_shared<StarGraph>(5), allgather, kSingle) == 119);
}

TEST_CASE("a multi-port allgather fills all links", "[any][invariant]") {
  CHECK(alike(family("hypercube", "dimensions", "6"), allgather, kMulti) == 11);
  CHECK(alike(family("torus", "dims", "8x8"), allgather, kMulti) == 16);
  CHECK(alike(std::make_shared<StarGraph>(5), allgather, kMulti) == 30);
  CHECK(alike(family("hypercube", "dimensions", "3"), allgather, kMulti, 3) == 7);
}

TEST_CASE("a multi-port alltoall in a commutative group fills all links", "[any][invariant]") {
  for (unsigned d = 2; d <= 8; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    CHECK(alike(cube, alltoall, kMulti) == 1U << (d - 1));
  }
  CHECK(alike(family("torus", "dims", "8x8"), alltoall, kMulti) == 64);
  CHECK(alike(family("torus", "dims", "8x8"), alltoall, kMulti, 2) == 128);
}

TEST_CASE("what is no Cayley graph has no program for all nodes", "[any][invariant]") {
  CHECK_THROWS(find_algorithm("node-invariant", problem_of(path(4), alltoall, kMulti)));
}
