// SPDX-License-Identifier: Apache-2.0
// Alltoalls in dimension order: legal, and every message crosses one dimension after the other.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("dimension order is legal where there are dimensions", "[any][classics]") {
  for (const Ports ports : {kSingle, kMulti}) {
    CHECK(judged("dimension-order",
                 problem_of(family("hypercube", "dimensions", "4"), alltoall, ports)) >= 8);
    CHECK(judged("dimension-order", problem_of(family("mesh", "dims", "4x4"), alltoall, ports)) >=
          16);
    CHECK(judged("dimension-order",
                 problem_of(family("torus", "dims", "3x4x5"), alltoall, ports, 2)) > 0);
  }
  CHECK_THROWS(find_algorithm("dimension-order", problem_of(path(4), alltoall, kMulti)));
}

TEST_CASE("every message crosses one dimension after the other on a shortest path",
          "[any][classics]") {
  const auto mesh = family("mesh", "dims", "3x4");
  const Problem problem = problem_of(mesh, alltoall, kMulti);
  std::map<MessageId, std::vector<NodeId>> strides;  // |to - from| of each hop: 1 or 4
  std::vector<Hop> step;
  const auto pass = find_algorithm("dimension-order", problem).build(problem).open();
  while (pass->next(step)) {
    for (const Hop& hop : step) {
      const Channel& link = mesh->channel_at(hop.link);
      strides[hop.message].push_back(std::max(link.from, link.to) - std::min(link.from, link.to));
    }
  }
  const auto apart = [](NodeId a, NodeId b) { return std::max(a, b) - std::min(a, b); };
  for (NodeId from = 0; from < 12; ++from) {
    for (NodeId to = 0; to < 12; ++to) {
      const std::vector<NodeId>& path = strides[from * 12 + to];
      CAPTURE(from, to);
      CHECK(path.size() == apart(from / 4, to / 4) + apart(from % 4, to % 4));
      CHECK(std::ranges::is_sorted(path, std::greater<>()));
    }
  }
}
