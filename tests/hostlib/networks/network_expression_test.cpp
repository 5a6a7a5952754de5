// SPDX-License-Identifier: Apache-2.0
// Expressions against families that are the same network, and against published orders.
#include "romcast/networks/network_expression.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "hostlib/graph_oracle.hpp"
#include "romcast/core/group.hpp"

using namespace romcast;

namespace {

using Link = std::tuple<NodeId, NodeId, std::uint32_t>;

std::set<Link> weighted_links(const Topology& network) {
  std::set<Link> links;
  for (const Channel& channel : network.channels()) {
    links.emplace(channel.from, channel.to, channel.capacity);
  }
  return links;
}

std::size_t most_out(const Topology& network) {
  std::size_t most = 0;
  for (NodeId v = 0; v < network.nodes(); ++v) most = std::max(most, network.outputs(v).size());
  return most;
}

bool same(const std::string& expression, const std::string& name, const GivenOptions& options) {
  return weighted_links(*network(expression, {})) == weighted_links(*network(name, options));
}

}  // namespace

TEST_CASE("a family alone is that family, with values by position or by name") {
  for (const char* text :
       {"kautz 3 2", "kautz length=2 alphabet=3", "kautz length=2 3", "  kautz   3 2 "}) {
    const auto made = network(text, {});
    CHECK(made->network() == "kautz");
    CHECK(made->options() == NetworkOptions{{"alphabet", "3"}, {"length", "2"}});
  }
  CHECK(network("(ring 5)", {})->network() == "ring");
  CHECK(network("fat-tree 2 3 1,2,2", {})->network() == "fat-tree");
  CHECK(network("hyperx 3x3 lanes=2x1", {})->links() == 54);
}

TEST_CASE("products of rings, of complete networks and of edges are tori, HyperX and hypercubes") {
  CHECK(same("ring 4 x ring 5", "torus", {{"dims", "4x5"}}));
  CHECK(same("ring 3 x ring 4 x ring 5", "torus", {{"dims", "3x4x5"}}));
  CHECK(same("ring 3 * (ring 4*ring 5)", "torus", {{"dims", "3x4x5"}}));
  CHECK(same("complete 4 x complete 3", "hyperx", {{"dims", "4x3"}}));
  CHECK(same("power 5 (complete 2)", "hypercube", {{"dimensions", "5"}}));
  CHECK(same("mesh 3 x mesh 4", "mesh", {{"dims", "3x4"}}));
  CHECK(same("(ring 4)x(ring 5)", "torus", {{"dims", "4x5"}}));
}

TEST_CASE("products and degree expansions of Cayley graphs are Cayley graphs") {
  for (const char* text : {"ring 4 x ring 5", "degree 3 (ring 4)", "power 2 (pancake 3) x ring 3",
                           "star 4 x complete 3"}) {
    const auto made = network(text, {});
    const Group* group = made->group();
    REQUIRE(group != nullptr);
    CAPTURE(text);
    CHECK(made->network() == "graph");
    for (NodeId v = 0; v < made->nodes(); ++v) {
      CHECK(group->multiply(v, group->inverse(v)) == 0);
      for (std::size_t port = 0; port < made->outputs(v).size(); ++port) {
        CHECK(made->channels()[made->outputs(v)[port]].to ==
              group->multiply(v, made->generator(port)));
      }
    }
  }
  CHECK(network("petersen x ring 3", {})->group() == nullptr);
}

// Fiol, Yebra & Alegre 1984: line graphs of complete digraphs are Kautz graphs; the diameter of the
// line graph of G is larger by one than the diameter of G.
TEST_CASE("line graphs of complete networks are Kautz graphs") {
  const auto kautz = network("kautz", {{"alphabet", "4"}, {"length", "3"}});
  const auto lines = network("line 2 (complete 4)", {});
  CHECK(lines->nodes() == kautz->nodes());
  CHECK(weighted_links(*lines) == weighted_links(*kautz));
  CHECK(diameter(*lines) == 3);
}

TEST_CASE("line graphs have a node for each link, the same degree, and a longer diameter by one") {
  for (const std::string text :
       {"petersen ", "torus 3x4", "generalized-kautz 11 3", "hyperx 3x2 lanes=2x1"}) {
    const auto whole = network(text, {}), lines = network("line(" + text + ")", {});
    CAPTURE(text);
    CHECK(lines->nodes() == whole->links());
    CHECK(diameter(*lines) == diameter(*whole) + 1);
  }
}

TEST_CASE("line graphs and products of the literature have its orders and degrees") {
  // The line graph of the line graph of K_{4,4} (NSDI 2025): 128 nodes of degree 4, diameter 4.
  const auto twice = network("line 2 (degree 4 (complete 2))", {});
  CHECK(twice->nodes() == 128);
  CHECK(most_out(*twice) == 4);
  CHECK(diameter(*twice) == 4);
  const auto mixed = network("line(complete 4) x ring 5", {});
  CHECK(mixed->nodes() == 60);
  CHECK(most_out(*mixed) == 5);
  CHECK(diameter(*mixed) == 4);
}

TEST_CASE("the degree expansion of an edge is a complete bipartite graph") {
  const auto made = network("degree 4 (complete 2)", {});
  for (NodeId a = 0; a < 8; ++a) {
    for (NodeId b = 0; b < 8; ++b) {
      CHECK((made->find_channel(a, b) != kNone) == (a / 4 != b / 4));
    }
  }
}

TEST_CASE("distances of a product are the sums of the distances of its factors") {
  const auto outer = network("petersen", {}), inner = network("generalized-kautz 7 2", {});
  const auto product = network("petersen x generalized-kautz 7 2", {});
  const BoostGraph a = boost_graph(*outer), b = boost_graph(*inner), both = boost_graph(*product);
  for (NodeId v = 0; v < 70; ++v) {
    const auto all = boost_distances(both, v), first = boost_distances(a, v / 7),
               second = boost_distances(b, v % 7);
    for (NodeId w = 0; w < 70; ++w) REQUIRE(all[w] == first[w / 7] + second[w % 7]);
  }
}

TEST_CASE("files stand in expressions, and their text is one word in the options") {
  const std::string file = (std::filesystem::temp_directory_path() / "romcast_part.dot").string();
  std::ofstream(file) << "graph { a -- b; b -- c; c -- a; }";
  const auto made = network("line( " + file + " ) x ring 4", {});
  CHECK(made->nodes() == 24);
  REQUIRE(made->options().size() == 1);
  CHECK(made->options()[0].first == "expression");
  CHECK(made->options()[0].second.find(' ') == std::string::npos);
  CHECK(files_of_network("line( " + file + " ) x ring 4") == std::vector<std::string>{file});
  std::filesystem::remove(file);
}

TEST_CASE("a file alone has the options of a file, also with a blank or in parentheses") {
  const std::string file = (std::filesystem::temp_directory_path() / "romcast_ring.dot").string();
  std::ofstream(file) << "graph { a -- b; b -- c; c -- d; d -- a; }";
  for (const std::string& text : {file + " ", "(" + file + ")"}) {
    CAPTURE(text);
    CHECK(network(text, {})->channels().size() == 8);
    CHECK(network(text, {{"without", "a-b"}})->channels().size() == 6);
  }
  std::filesystem::remove(file);
}

TEST_CASE("links and nodes of an expression may be broken") {
  const auto made = network("ring 4 x ring 3", {{"without", "p0-p1,p5"}});
  CHECK(made->nodes() == 11);
  CHECK(made->find_channel(0, 1) == kNone);
  CHECK(!made->intact());
  CHECK(network("ring 5", {{"without", "p0-p1"}})->links() == 8);
  CHECK(network("(ring 5)", {{"without", "p0-p1"}})->links() == 8);
}

TEST_CASE("malformed expressions are refused in one line that names the word and the remedy") {
  using Catch::Contains;
  const auto refused = [](const std::string& text) {
    const std::string error = error_of(text, {});
    CHECK_THAT(error, Catch::StartsWith("`network` "));
    CHECK(error.find('\n') == std::string::npos);
    return error;
  };
  CHECK_THAT(refused("ring 4 x"), Contains("the end where a network is expected"));
  CHECK_THAT(refused("x ring 4"), Contains("'x' where a network is expected"));
  CHECK_THAT(refused("line(ring 4"), Contains("the end where ) is expected"));
  CHECK_THAT(refused("ring 4)"), Contains("')' where nothing is expected"));
  CHECK_THAT(refused("rnig 4 x ring 5"), Contains("did you mean ring?"));
  CHECK_THAT(refused("ring 4 5"), Contains("'5' where x or the end is expected"));
  CHECK_THAT(refused("ring size=4"), Contains("'size=4' where a new option is expected"));
  CHECK_THAT(refused("ring 1 x ring 3"),
             Contains("in 'ring 1': `processors` 1: give a number from 2"));
  CHECK_THAT(refused("ring x ring 3"), Contains("`processors` is missing"));
  CHECK_THAT(refused("degree (ring 4)"), Contains("'(' where the number of copies is expected"));
  CHECK_THAT(refused("line 0 (ring 4)"), Contains("from 1 to 20"));
  CHECK_THAT(refused("line ring 4"), Contains("'ring' where the number of times is expected"));
  CHECK_THAT(refused("fat-tree 2 2 x ring 3"), Contains("has switches or endpoints"));
  CHECK_THAT(refused("power 20 (ring 4)"), Contains("at most 1048576"));
  CHECK_THAT(refused("line 20 (complete 40)"), Contains("at most 1048576"));
  CHECK_THAT(refused("line(nowhere.dot)"), Contains("nowhere.dot"));
  CHECK_THAT(refused(std::string(300, '(') + "ring 4"), Contains("use fewer parentheses"));
  CHECK_THAT(refused("line(ring 4)" + std::string(5000, ' ')), Contains("give at most 4096"));
  CHECK_THAT(error_of("ring 4 x ring 3", {{"without", "p99"}}), Contains("`without` p99"));
}

TEST_CASE("no product or expansion is larger than a caller allows") {
  const OptionLookup none = [](std::string_view) { return std::optional<std::string>(); };
  const auto fits = [&](const std::string& text, const GraphSize& most) {
    try {
      return expression_network(text, none, most) != nullptr;
    } catch (const InputError&) {
      return false;
    }
  };
  // The four networks have 12, 24, 12 and 16 nodes, and 48, 192, 36 and 64 links.
  CHECK(fits("ring 3 x ring 4", {12, 48}));
  CHECK(!fits("ring 3 x ring 4", {11, 48}));
  CHECK(!fits("ring 3 x ring 4", {12, 47}));
  CHECK(!fits("degree 2 (ring 3 x ring 4)", {23, 999}));
  CHECK(fits("line(complete 4)", {12, 36}));
  CHECK(!fits("line(complete 4)", {12, 35}));
  CHECK(fits("power 2 (ring 4)", {16, 64}));
  CHECK(!fits("power 2 (ring 4)", {15, 64}));
}

TEST_CASE("names of families and of files are no expressions") {
  for (const char* text : {"ring", "petersen", "a.dot", "my net.dot", "a x.graphml"}) {
    CHECK(!is_expression(text));
  }
  for (const char* text : {"ring 4", "line(a.dot)", "a.dot x b.dot", "(petersen)"}) {
    CHECK(is_expression(text));
  }
}
