// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/star_graph.hpp"

#include <boost/graph/bipartite.hpp>
#include <boost/graph/isomorphism.hpp>
#include <catch2/catch.hpp>
#include <set>

#include "hostlib/star_distances.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

// The subgraph that `nodes` induce in a star graph; vertex i of the subgraph is node nodes[i].
Undirected part(const StarGraph& star, const std::vector<std::size_t>& nodes) {
  std::map<std::size_t, std::size_t> number;
  for (const std::size_t node : nodes) number.emplace(node, number.size());
  Undirected graph(nodes.size());
  for (const Channel& channel : star.channels()) {
    const bool inside = number.contains(channel.from) && number.contains(channel.to);
    if (inside && channel.from < channel.to) {
      boost::add_edge(number.at(channel.from), number.at(channel.to), graph);
    }
  }
  return graph;
}

Undirected whole(const StarGraph& star) {
  std::vector<std::size_t> nodes(star.nodes());
  for (std::size_t u = 0; u < nodes.size(); ++u) nodes[u] = u;
  return part(star, nodes);
}

OptionLookup with_symbols(const std::string& symbols) {
  return [symbols](std::string_view option) {
    return option == "symbols" ? std::optional(symbols) : std::nullopt;
  };
}

std::string symbols_error(const char* symbols) {
  try {
    make_topology("star", with_symbols(symbols));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a star graph's nodes are the permutations of its symbols in lexicographic order") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    REQUIRE(star.nodes() == oracle.labels.size());
    CHECK(star.processors() == star.nodes());
    for (NodeId u = 0; u < star.nodes(); ++u) {
      REQUIRE(star.node_name(u) == oracle.labels[u]);
      REQUIRE(star.find_node(oracle.labels[u]) == u);
      REQUIRE(star.node(star.label(u)) == u);
    }
  }
}

TEST_CASE("the largest star graph has nine symbols and 362880 nodes", "[exhaustive]") {
  const StarGraph star(9);
  CHECK(star.nodes() == 362880);
  CHECK(star.links() == 362880 * 8);
  CHECK(star.node_name(0) == "123456789");
  CHECK(star.node_name(362879) == "987654321");
  CHECK(star.find_node("987654321") == 362879);
}

TEST_CASE("labels that are no permutation of the symbols name no node") {
  const StarGraph star(4);
  for (const char* name : {"", "1", "123", "12345", "1233", "1235", "0123", "123a", "1 23", "-123",
                           "p0", "12 34", "\xff\x32\x33\x34", "1234 "}) {
    CAPTURE(name);
    CHECK(star.find_node(name) == kNone);
  }
}

TEST_CASE("a dimension exchanges the first symbol and the one at its place") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    for (NodeId u = 0; u < star.nodes(); ++u) {
      for (unsigned d = 2; d <= n; ++d) {
        const auto v = oracle.number.at(StarOracle::crossed(oracle.labels[u], d));
        REQUIRE(star.neighbour(u, d) == v);
        const Channel& channel = star.channel_at(star.link(u, d));
        REQUIRE(channel.from == u);
        REQUIRE(channel.to == v);
        REQUIRE(channel.capacity == 1);
        REQUIRE(star.dimension(star.link(u, d)) == d);
      }
    }
  }
}

TEST_CASE("the ports of a node of a star graph are its dimensions in ascending order") {
  for (unsigned n = 3; n <= 6; ++n) {
    const StarGraph star(n);
    for (NodeId u = 0; u < star.nodes(); ++u) {
      REQUIRE(star.outputs(u).size() == n - 1);
      REQUIRE(star.inputs(u).size() == n - 1);
      for (unsigned d = 2; d <= n; ++d) {
        const Channel& out = star.channels()[star.outputs(u)[d - 2]];
        const Channel& in = star.channels()[star.inputs(u)[d - 2]];
        REQUIRE(out.to == star.neighbour(u, d));
        REQUIRE(in.from == star.neighbour(u, d));
      }
    }
  }
}

TEST_CASE("a star graph is regular and bipartite and its diameter is three halves of n-1") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const Undirected graph = whole(star);
    CHECK(boost::num_edges(graph) == star.nodes() * (n - 1) / 2);
    for (NodeId u = 0; u < star.nodes(); ++u) REQUIRE(boost::out_degree(u, graph) == n - 1);
    CHECK(boost::is_bipartite(graph));
    const StarOracle oracle(n);
    const std::vector<unsigned> distance = oracle.distances({0});
    CHECK(*std::ranges::max_element(distance) == 3 * (n - 1) / 2);
  }
}

TEST_CASE("every substar is a smaller star graph") {
  for (const unsigned n : {4U, 5U}) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    const Undirected smaller = whole(StarGraph(n - 1));
    for (const std::string& label : oracle.substars(n - 1)) {
      CHECK(boost::isomorphism(part(star, oracle.substar(label, n - 1)), smaller));
    }
  }
}

TEST_CASE("the star graph of three symbols is a ring of six nodes") {
  Undirected ring(6);
  for (std::size_t i = 0; i < 6; ++i) boost::add_edge(i, (i + 1) % 6, ring);
  CHECK(boost::isomorphism(whole(StarGraph(3)), ring));
}

TEST_CASE("a product of nodes indexes the first by the second") {
  const StarGraph star(5);
  const StarOracle oracle(5);
  for (NodeId u = 0; u < star.nodes(); u += 7) {
    for (NodeId q = 0; q < star.nodes(); ++q) {
      std::string product;
      for (const char symbol : oracle.labels[q]) {
        product += oracle.labels[u][static_cast<std::size_t>(symbol - '1')];
      }
      REQUIRE(star.node_name(star.times(u, q)) == product);
    }
  }
}

TEST_CASE("a node times its inverse is the first node and a dimension acts from the right") {
  const StarGraph star(5);
  for (NodeId u = 0; u < star.nodes(); ++u) {
    REQUIRE(star.times(u, star.inverse(u)) == 0);
    REQUIRE(star.times(star.inverse(u), u) == 0);
    for (unsigned d = 2; d <= 5; ++d) {
      REQUIRE(star.times(u, star.neighbour(0, d)) == star.neighbour(u, d));
    }
  }
}

TEST_CASE("the nodes of a star graph are all on one level and each has a switch in it") {
  const StarGraph star(4);
  CHECK(star.direct());
  CHECK(star.levels() == 1);
  CHECK(star.level(23) == 1);
  CHECK(star.first_switch() == 0);
  CHECK(star.switches() == 24);
}

TEST_CASE("a single-port node of a star graph sends and receives one packet at a time") {
  const StarGraph star(4);
  const PortLimit single = star.port_limit({Ports::Kind::single});
  CHECK(single.sends == 1);
  CHECK(single.receives == 1);
  const PortLimit multi = star.port_limit({Ports::Kind::multi});
  CHECK(multi.sends == kNone);
  CHECK(multi.receives == kNone);
}

TEST_CASE("star graphs have three to nine symbols") {
  using Catch::Contains;
  CHECK(symbols_error("3") == "no error");
  CHECK(symbols_error("9") == "no error");
  for (const char* bad : {"2", "10", "0", "-3", "x", ""}) {
    CAPTURE(bad);
    CHECK_THAT(symbols_error(bad), Contains("`symbols` " + std::string(bad)) && Contains("3 to 9"));
  }
  CHECK_THROWS_AS(StarGraph(2), InputError);
  CHECK_THROWS_AS(StarGraph(10), InputError);
}

TEST_CASE("a star graph can be rebuilt from its options") {
  const StarGraph star(5);
  CHECK(star.network() == "star");
  REQUIRE(star.options() == NetworkOptions{{"symbols", "5"}});
  const auto again = make_topology(star.network(), with_symbols(star.options()[0].second));
  CHECK(again->nodes() == 120);
}
