// SPDX-License-Identifier: Apache-2.0
// Hamiltonian cycles, and single-port allgathers around such cycles.
#include "schedules/any/hamiltonian.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

bool goes_round(const Topology& topology, const std::vector<ChannelId>& cycle) {
  std::vector<bool> seen(topology.nodes(), false);
  NodeId at = 0;
  for (std::size_t i = 0; i < topology.nodes(); ++i) {
    if (seen[at] || topology.channels()[cycle[at]].from != at) return false;
    seen[at] = true;
    at = topology.channels()[cycle[at]].to;
  }
  return at == 0;
}

}  // namespace

TEST_CASE("meshes with an even side have a cycle through all nodes, others none", "[any]") {
  for (NodeId rows = 2; rows <= 9; ++rows) {
    for (NodeId columns = 2; columns <= 9; ++columns) {
      CAPTURE(rows, columns);
      const Network mesh = grid({rows, columns}, false);
      const auto cycle = any::hamiltonian_cycle(*mesh);
      REQUIRE(cycle.empty() == (rows * columns % 2 == 1));
      if (!cycle.empty()) CHECK(goes_round(*mesh, cycle));
    }
  }
}

TEST_CASE("trees and the Petersen graph have no cycle through all nodes", "[any]") {
  CHECK(any::hamiltonian_cycle(*path(4)).empty());
  CHECK(any::hamiltonian_cycle(*star_of(5)).empty());
  CHECK(any::hamiltonian_cycle(*petersen()).empty());
}

TEST_CASE("cycles through all nodes may be directed", "[any]") {
  const Network one_way = directed(5, {{0, 2}, {2, 4}, {4, 1}, {1, 3}, {3, 0}, {0, 1}});
  const auto cycle = any::hamiltonian_cycle(*one_way);
  REQUIRE(!cycle.empty());
  CHECK(goes_round(*one_way, cycle));
}

TEST_CASE("a single-port allgather on a mesh takes a cycle per message of others", "[any][slow]") {
  for (const auto& dims : {std::vector<NodeId>{8, 8}, {6, 7}, {3, 4, 5}, {16, 16}}) {
    const Network mesh = grid(dims, false);
    CAPTURE(mesh->nodes());
    CHECK(judged("portfolio", problem_of(mesh, allgather, kSingle)) == mesh->nodes() - 1);
  }
  CHECK(judged("portfolio", problem_of(grid({4, 5}, false), allgather, kSingle, 3)) == 3 * 19);
}
