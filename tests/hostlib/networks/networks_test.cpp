// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/networks.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

TEST_CASE("Networks by their sizes have their nodes and links", "[networks]") {
  struct Case {
    networks::Network network;
    std::size_t processors, links;
  };
  const auto all = {Case{networks::fat_tree(2, 3), 8, 28},
                    Case{networks::fat_tree(2, 2, {1, 2}), 4, 2 * (4 + 2 * 2)},
                    Case{networks::star_graph(4), 24, 24 * 3},
                    Case{networks::complete(5), 5, 5},
                    Case{networks::ring(7), 7, 14},
                    Case{networks::mesh({3, 4}), 12, 2 * (2 * 4 + 3 * 3)},
                    Case{networks::torus({3, 4}), 12, 12 * 4},
                    Case{networks::hyperx({3, 4}), 12, 12 * (2 + 3)},
                    Case{networks::hypercube(4), 16, 16 * 4},
                    Case{networks::circulant(9, {1, 3}), 9, 9 * 4},
                    Case{networks::kautz(3, 2), 6, 6 * 2},
                    Case{networks::family("petersen"), 10, 30}};
  for (const Case& one : all) {
    CAPTURE(one.network->network());
    CHECK(one.network->processors() == one.processors);
    CHECK(one.network->links() == one.links);
  }
}

TEST_CASE("A described network numbers its processors first", "[networks]") {
  Graph graph;
  graph.nodes = {{"hub", NodeRole::forwarder}, {"a"}, {"b"}};
  graph.join(0, 1, 2);
  graph.join(0, 2);
  const auto network = networks::graph(graph);
  CHECK(network->find_node("a") == 0);
  CHECK(network->find_node("hub") == 2);
  CHECK(network->links() == 6);
}

TEST_CASE("What no network can be made of is refused", "[networks]") {
  CHECK_THROWS_AS(networks::torus({1, 4}), InputError);
  CHECK_THROWS_AS(networks::torus({}), InputError);
  CHECK_THROWS_AS(networks::family("moebius"), InputError);
  CHECK_THROWS_AS(networks::family("torus", {{"dimensions", "4"}}), InputError);
  CHECK_THROWS_AS(networks::family("torus", {{"dims", "4x4"}, {"dims", "3x3"}}), InputError);
  Graph apart = Graph::numbered(3);
  apart.join(0, 1);
  CHECK_THROWS_AS(networks::graph(apart), InputError);
  apart.edges.push_back({0, 7});
  CHECK_THROWS_AS(networks::graph(apart), InputError);
}

GraphBuilder two_nodes() {
  GraphBuilder builder;
  builder.add_node("a", NodeRole::processor);
  builder.add_node("b", NodeRole::processor);
  return builder;
}

TEST_CASE("A builder refuses links of nodes that it does not have", "[networks]") {
  GraphBuilder builder = two_nodes();
  CHECK_THROWS_AS(builder.add_edge(0, builder.find("typo"), 1), InputError);
  CHECK_THROWS_AS(builder.add_edge(kNone, kNone, 1), InputError);
  CHECK(builder.graph().edges.empty());
}

TEST_CASE("A builder can add a link that it has refused with other lanes", "[networks]") {
  GraphBuilder builder = two_nodes();
  CHECK_THROWS_AS(builder.add_edge(0, 1, 0), InputError);
  CHECK_FALSE(builder.add_edge(0, 1, 2));
  CHECK(builder.graph().edges.at(0).lanes == 2);
}

TEST_CASE("Lanes whose sum exceeds 32 bits are refused", "[networks]") {
  GraphBuilder builder = two_nodes();
  builder.add_edge(0, 1, 2);
  CHECK_THROWS_AS(builder.add_edge(0, 1, ~std::uint32_t{0}), InputError);
}

TEST_CASE("a family is found by its alias, too") {
  const networks::Network one = networks::family("star-graph", {{"symbols", "4"}});
  CHECK(one->network() == "star");
  CHECK(one->processors() == 24);
}

}  // namespace
}  // namespace romcast
