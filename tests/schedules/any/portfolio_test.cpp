// SPDX-License-Identifier: Apache-2.0
// If no algorithm is named, `portfolio` is chosen; its schedule is no slower than that of
// `matching`.
#include <catch2/catch.hpp>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("who names no algorithm gets the best of all", "[any][portfolio]") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Network network = random_network(4 + seed % 3, seed, seed);
    for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
      const Problem problem = problem_of(network, kind, seed % 2 == 0 ? kSingle : kMulti);
      CAPTURE(seed, name(kind));
      CHECK(find_algorithm("", problem).name == "portfolio");
      CHECK(judged("", problem) <= judged("matching", problem));
    }
  }
}

TEST_CASE("the portfolio says what it has chosen, and from what", "[any][portfolio]") {
  const Problem problem = problem_of(dgx1(), allgather, kMulti);
  const Plan plan = find_algorithm("", problem).build(problem);
  CHECK_THAT(plan.note, Catch::Contains("matching") && Catch::Contains("found: "));
}

TEST_CASE("an alltoall between endpoints of a ring of switches with chords meets its bound",
          "[any][portfolio]") {
  Graph graph = Graph::numbered(12);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  for (NodeId s = 0; s < 6; ++s) {
    graph.nodes.push_back({"s" + std::to_string(s), NodeRole::forwarder});
  }
  for (NodeId p = 0; p < 12; ++p) graph.join(p, 12 + p / 2);
  for (NodeId s = 0; s < 6; ++s) graph.join(12 + s, 12 + (s + 1) % 6);
  graph.join(12, 15);
  graph.join(13, 16);
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
  // Lengths of links prove that 13 cycles do not suffice.
  CHECK(judged("portfolio", problem_of(network, alltoall, kMulti, 1, 0, {{"seconds", "3"}})) == 14);
}
