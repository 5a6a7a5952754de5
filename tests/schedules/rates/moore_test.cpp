// SPDX-License-Identifier: Apache-2.0
// Moore's bounds against graphs that attain them, and against random ones.
#include "schedules/rates/moore.hpp"

#include <catch2/catch.hpp>

#include "hostlib/graph_oracle.hpp"

using namespace romcast;
using namespace romcast::rates;

namespace {

std::uint64_t total_distance(const Topology& network, NodeId from) {
  std::uint64_t total = 0;
  for (const unsigned one : boost_distances(boost_graph(network), from)) total += one;
  return total;
}

}  // namespace

TEST_CASE("Moore graphs attain Moore's bound") {
  const auto check = [](const Topology& graph, unsigned degree) {
    const Moore bound = moore(graph.processors(), degree, Links::both_ways);
    CHECK(bound.diameter == diameter(graph));
    CHECK(bound.distance == total_distance(graph, 0));
  };
  check(*network("petersen", {}), 3);
  check(*network("slim-fly", {{"q", "5"}}), 7);
  check(*network("ring", {{"processors", "9"}}), 2);
  check(*network("hyperx", {{"dims", "7"}}), 6);
}

TEST_CASE("Kautz graphs of three symbols attain the bound of directed graphs but for one node") {
  // 1 + 2 + 4 nodes can be within two hops; the graph has 6.
  const auto kautz = network("kautz", {{"alphabet", "3"}, {"length", "2"}});
  const Moore bound = moore(6, 2, Links::one_way);
  CHECK(bound.diameter == 2);
  CHECK(bound.distance == 2 * 1 + 3 * 2);
  CHECK(total_distance(*kautz, 0) == bound.distance);
  CHECK(moore(8, 2, Links::one_way).diameter == 3);
}

TEST_CASE("no random network is below the bounds") {
  for (const char* degree : {"3", "4", "5"}) {
    const auto random = network("random-regular", {{"processors", "40"}, {"out-degree", degree}});
    const auto d = static_cast<std::uint64_t>(degree[0] - '0');
    const Moore both = moore(40, d, Links::both_ways), any = moore(40, d, Links::one_way);
    CHECK(both.distance >= any.distance);
    CHECK(diameter(*random) >= both.diameter);
    for (NodeId v = 0; v < 40; ++v) CHECK(total_distance(*random, v) >= both.distance);
  }
}

TEST_CASE("one link both ways joins two nodes and no more") {
  CHECK(moore(2, 1, Links::both_ways).diameter == 1);
  CHECK(moore(3, 1, Links::both_ways).diameter == 0);
  CHECK(moore(3, 1, Links::one_way).diameter == 2);
}
