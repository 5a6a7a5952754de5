// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hostlib/graph_oracle.hpp"
#include "romcast/core/group.hpp"

using namespace romcast;

namespace {

std::vector<std::shared_ptr<const Topology>> cayley_graphs() {
  return {network("ring", {{"processors", "7"}}),
          network("torus", {{"dims", "3x2x4"}}),
          network("hypercube", {{"dimensions", "4"}}),
          network("circulant", {{"processors", "13"}, {"strides", "1,5"}}),
          network("cube-connected-cycles", {{"dimensions", "3"}}),
          network("butterfly", {{"dimensions", "3"}}),
          network("pancake", {{"symbols", "4"}}),
          network("bubble-sort", {{"symbols", "4"}}),
          network("star", {{"symbols", "4"}})};
}

}  // namespace

TEST_CASE("the elements of every Cayley graph's group make a group with identity 0") {
  for (const auto& graph : cayley_graphs()) {
    CAPTURE(graph->network());
    const Group* group = graph->group();
    REQUIRE(group != nullptr);
    const auto n = static_cast<NodeId>(group->order());
    REQUIRE(n == graph->nodes());
    bool commutes = true;
    for (NodeId a = 0; a < n; ++a) {
      REQUIRE(group->multiply(a, 0) == a);
      REQUIRE(group->multiply(0, a) == a);
      REQUIRE(group->multiply(a, group->inverse(a)) == 0);
      for (NodeId b = 0; b < n; ++b) {
        commutes = commutes && group->multiply(a, b) == group->multiply(b, a);
        for (NodeId c = 0; c < n; c += 5) {
          REQUIRE(group->multiply(group->multiply(a, b), c) ==
                  group->multiply(a, group->multiply(b, c)));
        }
      }
    }
    CHECK(group->commutative() == commutes);
  }
}

TEST_CASE("port i of every node of a Cayley graph leads to the node times generator i") {
  for (const auto& graph : cayley_graphs()) {
    CAPTURE(graph->network());
    for (NodeId v = 0; v < graph->nodes(); ++v) {
      const auto ports = graph->outputs(v);
      REQUIRE(ports.size() == graph->outputs(0).size());
      for (std::size_t port = 0; port < ports.size(); ++port) {
        const Channel& channel = graph->channels()[ports[port]];
        REQUIRE(channel.to == graph->group()->multiply(v, graph->generator(port)));
      }
    }
  }
}

TEST_CASE("an input port of a Cayley graph is the same generator at every node") {
  for (const auto& graph : cayley_graphs()) {
    CAPTURE(graph->network());
    for (NodeId v = 0; v < graph->nodes(); ++v) {
      for (std::size_t port = 0; port < graph->inputs(v).size(); ++port) {
        const Channel& channel = graph->channels()[graph->inputs(v)[port]];
        REQUIRE(graph->group()->multiply(channel.from, graph->generator(port)) == v);
      }
    }
  }
}

TEST_CASE("networks without a group have none") {
  CHECK(network("petersen", {})->group() == nullptr);
  CHECK(network("mesh", {{"dims", "3x3"}})->group() == nullptr);
  CHECK(network("complete", {{"processors", "4"}})->group() == nullptr);
  CHECK(network("ring", {{"processors", "5"}, {"without", "p0-p1"}})->group() == nullptr);
}

TEST_CASE("a displacement is what a node must be multiplied by") {
  for (const auto& graph : cayley_graphs()) {
    CAPTURE(graph->network());
    for (NodeId a = 0; a < graph->nodes(); ++a) {
      for (NodeId b = 0; b < graph->nodes(); ++b) {
        const NodeId apart = graph->displacement(a, b);
        REQUIRE(graph->displaced(a, apart) == b);
        REQUIRE(graph->group()->multiply(a, apart) == b);
      }
    }
  }
}
