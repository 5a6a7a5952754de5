// SPDX-License-Identifier: Apache-2.0
// Forests are legal, reach the rate of the worst cut, and prove that no rate is higher.
#include <catch2/catch.hpp>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

Rate rate_of(const Problem& problem) {
  const Plan plan = find_algorithm("forest", problem).build(problem);
  REQUIRE(plan.rate);
  return *plan.rate;
}

// The cycles that the busiest channel needs.
std::uint64_t busiest(const Problem& problem) {
  const Plan plan = find_algorithm("forest", problem).build(problem);
  std::vector<std::uint64_t> load(problem.topology->channels().size(), 0);
  std::uint64_t most = 0;
  for (const Hop& hop : all_hops(plan.open)) {
    const ChannelId c = problem.topology->channel_of(hop.link);
    const std::uint64_t lanes = problem.topology->channels()[c].capacity;
    most = std::max(most, (++load[c] + lanes - 1) / lanes);
  }
  return most;
}

// Two switches with a link between them, and `each` endpoints at each switch.
std::shared_ptr<const Topology> two_switches(NodeId each) {
  Graph graph = Graph::numbered(2 * each);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  graph.nodes.push_back({"s0", NodeRole::forwarder});
  graph.nodes.push_back({"s1", NodeRole::forwarder});
  for (NodeId p = 0; p < 2 * each; ++p) graph.join(p, 2 * each + p / each);
  graph.join(2 * each, 2 * each + 1);
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
}

}  // namespace

TEST_CASE("forests are legal on random digraphs, with and without switches", "[any][forest]") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    const Network network = random_digraph(3 + seed % 8, seed % 3, seed % 11, seed);
    for (const CollectiveKind kind : {allgather, broadcast}) {
      CAPTURE(seed, name(kind));
      judged("forest", problem_of(network, kind, kMulti, 1 + seed % 9, seed % 3));
    }
  }
}

TEST_CASE("forests combine, too", "[any][forest]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_digraph(3 + seed % 8, seed % 3, seed % 11, seed);
    for (const CollectiveKind kind : {reduce, reduce_scatter, allreduce}) {
      CAPTURE(seed, name(kind));
      judged("forest", combining_problem(network, kind, kMulti, 1 + seed % 9));
    }
  }
}

TEST_CASE("k messages of each cross every link in U cycles", "[any][forest][exhaustive][slow]") {
  // ForestColl's numbers: a mesh has k = 2 and U = 15, a DGX-1 k = 6 and U = 7.
  CHECK(busiest(problem_of(grid({4, 4}, false), allgather, kMulti, 2)) == 15);
  CHECK(busiest(problem_of(dgx1(), allgather, kMulti, 6)) == 7);
  CHECK(busiest(problem_of(a100(1), allgather, kMulti, 12)) == 7);
  CHECK(busiest(problem_of(a100(2), allgather, kMulti, 13)) == 15);
  CHECK(busiest(problem_of(dgx1(), broadcast, kMulti, 600)) == 100);
}

TEST_CASE("the rate that is reached is the bound for any M that divides well", "[any][forest]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 8, 0, seed % 11, seed);
    const Rate one = rate_of(problem_of(network, allgather, kMulti));
    const auto whole = static_cast<std::uint32_t>(one.bound.messages);
    const Problem many = problem_of(network, allgather, kMulti, whole);
    CHECK(rate_of(many).reached.cycles == one.bound.cycles);
    CHECK(busiest(many) == one.bound.cycles);
  }
}

TEST_CASE("switches of endpoints copy messages for them", "[any][forest]") {
  // Each half needs the other half's 4 messages over one link: 4 cycles; each endpoint receives 7
  // messages over its link: 7 cycles.
  CHECK(busiest(problem_of(two_switches(4), allgather, kMulti, 1)) == 7);
  // The bound relies on copies: without them each message would cross the middle link four times,
  // for 16 cycles.
  Problem problem = problem_of(two_switches(4), allgather, kMulti, 1);
  judged("forest", problem);
  CHECK(rate_of(problem).bound.cycles == 7);
}

TEST_CASE("endpoints that have nothing to send carry nothing in a broadcast's cut",
          "[any][forest]") {
  // A triangle of processors, and an endpoint that is joined to two of them.
  Graph graph = Graph::numbered(4);
  graph.nodes[3].role = NodeRole::endpoint;
  for (const auto& [a, b] : {std::pair<NodeId, NodeId>{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}}) {
    graph.join(a, b);
  }
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
  // Every node but the source p0 has two incoming links from nodes that forward.
  const Problem problem = problem_of(network, broadcast, kMulti, 6);
  CHECK(rate_of(problem).bound.messages == 2);
  CHECK(rate_of(problem).bound.cycles == 1);
  CHECK(judged("forest", problem) <= 5);
  for (const CollectiveKind kind : {reduce, allreduce}) {
    CHECK(judged("forest", combining_problem(network, kind, kMulti, 3)) > 0);
  }
}

TEST_CASE("without copies in switches the rate is the same where processors forward",
          "[any][forest][exhaustive][slow]") {
  for (const NodeId boxes : {1U, 2U}) {
    const Problem problem = problem_of(a100(boxes), allgather, kMulti, 13, 0,
                                       {{"switching", "unicast"}, {"seconds", "1"}});
    judged("forest", problem);
    CHECK(rate_of(problem).reached.cycles * rate_of(problem).bound.messages <=
          rate_of(problem).bound.cycles * 13 + rate_of(problem).bound.messages);
  }
}

TEST_CASE("no time at all still gives a schedule with the rate's bound", "[any][forest]") {
  const Problem problem =
      problem_of(grid({4, 4}, false), allgather, kMulti, 2, 0, {{"seconds", "0"}});
  judged("forest", problem);
  CHECK(rate_of(problem).bound.cycles == 15);
}

TEST_CASE("large broadcasts are pipelined in the time of the worst cut and the longest path",
          "[any][forest][exhaustive]") {
  // Four trees on a 4x4 torus carry 16 messages each, in 16 cycles and at most 7 more for their
  // hops.
  CHECK(judged("forest", problem_of(grid({4, 4}, true), broadcast, kMulti, 64)) <= 16 + 7);
}

TEST_CASE("few messages take shorter paths at a lower rate", "[any][forest][exhaustive]") {
  // At the highest rate, 24 messages over 4 links in 6 cycles, paths have up to 12 hops.
  const Problem problem = problem_of(grid({5, 5}, true), allgather, kMulti);
  CHECK(rate_of(problem).bound.cycles == 6);
  CHECK(judged("forest", problem) < 12);
}

TEST_CASE("an allreduce reaches the rate of its hops where trees fill all links", "[any][forest]") {
  // On a ring of 6, 12 values take 120 hops over 12 links.
  const Rate rate = rate_of(combining_problem(ring(6), allreduce, kMulti, 12));
  CHECK(rate.bound.messages == 6);
  CHECK(rate.bound.cycles == 5);
  CHECK(rate.reached.cycles == 10);
}

TEST_CASE("without copies in switches endpoints would have to forward", "[any][forest]") {
  Problem problem =
      problem_of(two_switches(2), allgather, kMulti, 1, 0, {{"switching", "unicast"}});
  CHECK_THROWS(find_algorithm("forest", problem));
}

TEST_CASE("forests need all ports", "[any][forest]") {
  CHECK_THROWS(find_algorithm("forest", problem_of(ring(4), allgather, kSingle)));
}
