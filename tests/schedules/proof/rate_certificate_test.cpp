// SPDX-License-Identifier: Apache-2.0
// Certificates of rates are recomputed, and wrong ones prove nothing.
#include "schedules/proof/rate_certificate.hpp"

#include <catch2/catch.hpp>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/edges.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Collective of(CollectiveKind kind, std::size_t processors, std::uint32_t messages = 1) {
  return {kind, processors, 0, messages};
}

std::vector<bool> set_of(std::size_t nodes, std::initializer_list<NodeId> members) {
  std::vector<bool> set(nodes, false);
  for (const NodeId v : members) set[v] = true;
  return set;
}

}  // namespace

TEST_CASE("a corner of a mesh proves the rate of an allgather", "[any][proof]") {
  const Network mesh = grid({4, 4}, false);
  const auto corner = set_of(16, {0});
  CHECK(cut_bound(*mesh, of(CollectiveKind::allgather, 16, 3), corner, corner) == RateBound{15, 2});
  const auto row = set_of(16, {0, 1, 2, 3});
  CHECK(cut_bound(*mesh, of(CollectiveKind::allgather, 16), row, row) == RateBound{3, 1});
  CHECK(cut_bound(*mesh, of(CollectiveKind::broadcast, 16), set_of(16, {5}), set_of(16, {5})) ==
        RateBound{1, 4});
}

TEST_CASE("a set that nothing must enter proves nothing", "[any][proof]") {
  const Network mesh = grid({2, 2}, false);
  const auto everything = set_of(4, {0, 1, 2, 3}), source = set_of(4, {0, 1}), none = set_of(4, {});
  CHECK_FALSE(cut_bound(*mesh, of(CollectiveKind::allgather, 4), everything, everything));
  CHECK_FALSE(cut_bound(*mesh, of(CollectiveKind::allgather, 4), none, none));
  CHECK_FALSE(cut_bound(*mesh, of(CollectiveKind::broadcast, 4), source, source));
}

TEST_CASE("only nodes that do not forward may send and receive on different sides",
          "[any][proof]") {
  Graph graph = Graph::numbered(3);
  graph.nodes[1].role = NodeRole::endpoint;
  graph.join(0, 1);
  graph.join(1, 2);
  graph.join(0, 2);
  const GraphNetwork network("graph", {}, graph);
  const Collective collective = of(CollectiveKind::allgather, 3);
  // Into p1: the messages of p0 and p2 over two links.
  CHECK(cut_bound(network, collective, set_of(3, {1}), set_of(3, {1})) == RateBound{1, 1});
  // Into p0, where p0 and p1 as senders are inside: the message of p2 over the link from p2.
  CHECK(cut_bound(network, collective, set_of(3, {0}), set_of(3, {0, 1})) == RateBound{1, 1});
  CHECK_FALSE(cut_bound(network, collective, set_of(3, {0}), set_of(3, {0, 2})));
  CHECK_FALSE(cut_bound(network, collective, set_of(2, {0}), set_of(3, {0})));
}

TEST_CASE("equal lengths prove the mean distance over the links", "[any][proof]") {
  // A ring of 8: 8 * (1+1+2+2+3+3+4) hops over 16 links.
  const Network eight = ring(8);
  const std::vector<std::uint64_t> ones(16, 1);
  CHECK(length_bound(*eight, of(CollectiveKind::alltoall, 8), ones) == RateBound{8, 1});
  CHECK(length_bound(*eight, of(CollectiveKind::alltoall, 8, 5), ones) == RateBound{8, 1});
  const Collective exchange(8, {{0, 4}, {1, 2}});
  CHECK(length_bound(*eight, exchange, ones) == RateBound{5, 16});
}

TEST_CASE("the lengths of a cut prove the cut", "[any][proof]") {
  const Network line = path(5);
  std::vector<std::uint64_t> lengths(line->channels().size(), 0);
  lengths[line->find_channel(1, 2)] = 7;
  CHECK(length_bound(*line, of(CollectiveKind::alltoall, 5), lengths) == RateBound{6, 1});
}

TEST_CASE("links between switches are idle at first and at last", "[any][proof]") {
  // p0 - s0 - s1 - p1 with endpoints p0 and p1: M = 5 messages each way over the middle link, after
  // one hop to it and before one hop from it.
  Graph graph = Graph::numbered(2);
  graph.nodes[0].role = graph.nodes[1].role = NodeRole::endpoint;
  graph.nodes.push_back({"s0", NodeRole::forwarder});
  graph.nodes.push_back({"s1", NodeRole::forwarder});
  graph.join(0, 2);
  graph.join(2, 3);
  graph.join(3, 1);
  const GraphNetwork network("graph", {}, graph);
  std::vector<std::uint64_t> middle(network.channels().size(), 0);
  middle[network.find_channel(2, 3)] = 1;
  const Collective alltoall = of(CollectiveKind::alltoall, 2, 5);
  CHECK(length_bound(network, alltoall, middle) == RateBound{1, 1});
  CHECK(length_cycles(network, alltoall, middle) == 7);
  // On a path of processors no cycle is lost at the beginning and the end.
  CHECK(length_cycles(*path(4), of(CollectiveKind::alltoall, 4),
                      std::vector<std::uint64_t>(6, 1)) == 4);  // 20 hops over 6 links
}

TEST_CASE("lengths that are none, too long or missing prove nothing", "[any][proof]") {
  const Network line = path(3);
  const Collective alltoall = of(CollectiveKind::alltoall, 3);
  CHECK_FALSE(length_bound(*line, alltoall, {0, 0, 0, 0}));
  CHECK_FALSE(length_bound(*line, alltoall, {1, 1, 1}));
  CHECK_FALSE(length_bound(*line, alltoall, {1, 1, 1, ~std::uint64_t{0}}));
  CHECK_FALSE(length_bound(*line, of(CollectiveKind::allgather, 3), {1, 1, 1, 1}));
}
