// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "hostlib/graph_oracle.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/graph_writer.hpp"

using namespace romcast;
using Catch::Contains;
using Names = std::vector<std::string>;

namespace {

GraphNetwork made_of(const GraphFile& file) { return GraphNetwork(kGraph, {}, file.graph); }
GraphNetwork dot(const std::string& text) { return made_of(read_dot(text, "x.dot")); }
GraphNetwork graphml(const std::string& text) { return made_of(read_graphml(text, "x.graphml")); }

template <class Read>
std::string complaint_of(Read read) {
  try {
    read();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}
std::string dot_error(const std::string& text) {
  return complaint_of([&] { read_dot(text, "x.dot"); });
}
std::string graphml_error(const std::string& text) {
  return complaint_of([&] { read_graphml(text, "x.graphml"); });
}

Names names(const Topology& network) {
  Names names;
  for (NodeId v = 0; v < network.nodes(); ++v) names.push_back(network.node_name(v));
  return names;
}

std::string graphml_of(const std::string& parts) {
  return "<?xml version=\"1.0\"?>\n<graphml>\n"
         "<key id=\"r\" for=\"node\" attr.name=\"role\" attr.type=\"string\"/>\n"
         "<key id=\"l\" for=\"edge\" attr.name=\"lanes\" attr.type=\"int\"/>\n"
         "<graph edgedefault=\"undirected\">\n" +
         parts + "</graph>\n</graphml>\n";
}

}  // namespace

TEST_CASE("the nodes of a DOT file are numbered as it names them, processors before switches") {
  const GraphNetwork network =
      dot("graph net {\n  z; s [role=switch]; b [role=endpoint];\n"
          "  z -- s -- a [lanes=2]; b -- s\n}\n");
  CHECK(names(network) == Names{"z", "b", "a", "s"});
  CHECK(network.processors() == 3);
  CHECK(network.role(0) == NodeRole::processor);
  CHECK(network.role(1) == NodeRole::endpoint);
  CHECK(network.role(3) == NodeRole::forwarder);
  CHECK(network.channels()[network.find_channel(3, 0)].capacity == 2);
  CHECK(network.channels()[network.find_channel(1, 3)].capacity == 1);
  CHECK(network.channels().size() == 6);
}

TEST_CASE("a directed DOT file has links in one direction") {
  const GraphNetwork network = dot("digraph { a -> b -> c -> a }");
  CHECK(network.channels().size() == 3);
  CHECK(network.find_channel(1, 0) == kNone);
  CHECK(diameter(network) == 2);
}

TEST_CASE("an edge that is given again adds its lanes, and a note says so") {
  const GraphFile file = read_dot("graph {\n a -- b\n b -- a [lanes=2]\n}", "x.dot");
  CHECK(made_of(file).channels()[0].capacity == 3);
  REQUIRE(file.notes.size() == 1);
  CHECK(file.notes[0] == "x.dot:3: the edge from b to a is given again; its lanes are added");
}

TEST_CASE("attributes that concern a drawing are passed over") {
  CHECK(dot("graph { label=\"net\"; node [shape=box]; a -- b [color=red, label=\"7\"] }").nodes() ==
        2);
}

TEST_CASE("what is wrong with a DOT file is said with its line") {
  CHECK_THAT(dot_error("graph {\n a -- b\n b -- b\n}"),
             Contains("x.dot:3: a link from 'b' to itself"));
  CHECK_THAT(dot_error("graph {\n a -- b\n b [role=router]\n}"),
             Contains("x.dot:3: role 'router': a role is processor, endpoint or switch"));
  CHECK_THAT(dot_error("graph {\n a -- b [lanes=65] }"), Contains("x.dot:2: lanes '65'"));
  CHECK_THAT(dot_error("graph {\n a -- b [lanes=0] }"), Contains("x.dot:2: lanes '0'"));
  CHECK_THAT(dot_error("graph {\n a -- b [lanes=60]\n a -- b [lanes=5]\n}"), Contains("65 lanes"));
  CHECK_THAT(dot_error("graph {\n a -- b\n [speed=3]; }"),
             Contains("x.dot:3: speed '3': edges have no such attribute"));
  CHECK_THAT(dot_error("graph {\n a -- b; a [rank=3]; }"),
             Contains("nodes have no such attribute"));
  CHECK_THAT(dot_error("graph {\n \"a b\" -- c\n}"), Contains("x.dot:2: node 'a b'"));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -- }\n"), Contains("x.dot:3: "));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -- d\n"), Contains("x.dot:3: "));
  CHECK_THAT(dot_error("graph { a -- b }\ngraph { c -- d }\n"),
             Contains("x.dot:2: Wanted end of file"));
  CHECK_THAT(dot_error(""), Contains("x.dot: is empty"));
  CHECK_THAT(dot_error("// only a comment\n"), Contains("x.dot: is empty"));
  CHECK_THAT(dot_error("\x7f"
                       "ELF"),
             Contains("x.dot:1: ") && Contains("is it a DOT file?"));
  CHECK_THAT(dot_error("<graphml></graphml>"), Contains("x.dot"));
}

TEST_CASE("networks that are not connected are refused, in whatever direction") {
  CHECK_THAT(dot_error("graph { a -- b; c -- d }"), Contains("not connected: no path to 'c'"));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -- d\n}"), Contains("x.dot:3: not connected"));
  CHECK_THAT(dot_error("digraph { a -> b -> c }"), Contains("not connected"));
  CHECK_THAT(dot_error("graph { a -- b; b -- c; b [role=endpoint] }"), Contains("not connected"));
  CHECK_THAT(dot_error("graph { a }"), Contains("a network of 1 processor; give two at least"));
  CHECK_THAT(dot_error("graph { a -- s; s [role=switch] }"), Contains("1 processor"));
}

TEST_CASE("processors that forward nothing need no others if all are neighbours") {
  CHECK(dot("graph { node [role=endpoint]; a -- b -- c -- a }").nodes() == 3);
}

TEST_CASE("deep nesting is refused before it takes the stack") {
  CHECK_THAT(dot_error("graph {" + std::string(100000, '{')), Contains("braces within each other"));
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  CHECK_THAT(graphml_error(deep), Contains("elements within each other"));
}

TEST_CASE("the nodes of a GraphML file have its ids, their roles and edges their lanes") {
  const GraphNetwork network =
      graphml(graphml_of("<node id=\"y\"/><node id=\"s\"><data key=\"r\">switch</data></node>\n"
                         "<node id=\"x\"/>\n<edge source=\"y\" target=\"s\"/>\n"
                         "<edge source=\"s\" target=\"x\"><data key=\"l\">4</data></edge>\n"));
  CHECK(names(network) == Names{"y", "x", "s"});
  CHECK(network.role(2) == NodeRole::forwarder);
  CHECK(network.channels()[network.find_channel(1, 2)].capacity == 4);
}

TEST_CASE("what is wrong with a GraphML file is said with its line") {
  const std::string two = "<node id=\"a\"/>\n<node id=\"b\"/>\n";
  CHECK_THAT(graphml_error(graphml_of(two + "<edge source=\"a\" target=\"a\"/>\n")),
             Contains("x.graphml:8: a link from 'a' to itself"));
  CHECK_THAT(graphml_error(graphml_of(two + "<edge source=\"a\" target=\"c\"/>\n")),
             Contains("x.graphml:8: an edge with the target 'c'"));
  CHECK_THAT(graphml_error(graphml_of(
                 two + "<edge source=\"a\" target=\"b\">\n<data key=\"l\">99</data></edge>\n")),
             Contains("x.graphml:9: lanes '99'"));
  CHECK_THAT(graphml_error(graphml_of("<node id=\"a\"/>\n<node id=\"a\"/>\n")),
             Contains("a second node 'a'"));
  CHECK_THAT(graphml_error(graphml_of(two)), Contains("not connected"));
  CHECK_THAT(graphml_error("<graphml>\n<graph>\n<node id="), Contains("x.graphml:3: "));
  CHECK_THAT(graphml_error("<svg/>"), Contains("no element graphml"));
  CHECK_THAT(graphml_error("graph { a -- b }"), Contains("x.graphml:1: "));
  CHECK_THAT(graphml_error(""), Contains("is empty"));
  CHECK_THAT(graphml_error("<graphml><key id=\"k\" for=\"node\" attr.name=\"speed\" "
                           "attr.type=\"int\"/>\n<graph edgedefault=\"undirected\"><node id=\"a\">"
                           "<data key=\"k\">3</data></node></graph></graphml>"),
             Contains("x.graphml:1: speed '3': nodes have no such attribute"));
}

TEST_CASE("what is written as DOT or GraphML is read back as the same network") {
  const std::vector<std::pair<const char*, GivenOptions>> families{
      {"dgx1", {}},
      {"petersen", {}},
      {"k-ary-n-tree", {{"arity", "2"}, {"height", "3"}}},
      {"de-bruijn", {{"alphabet", "2"}, {"length", "3"}}},
      {"torus", {{"dims", "3x4"}}},
      {"star", {{"symbols", "3"}}}};
  for (const auto& [family, options] : families) {
    const auto whole = network(family, options);
    CAPTURE(family);
    for (const GraphFile& file :
         {read_dot(dot_text(*whole), "x.dot"), read_graphml(graphml_text(*whole), "x.graphml")}) {
      const GraphNetwork again = made_of(file);
      REQUIRE(names(again) == names(*whole));
      CHECK(again.links() == whole->links());
      for (const Channel& channel : whole->channels()) {
        const ChannelId same = again.find_channel(channel.from, channel.to);
        REQUIRE(same != kNone);
        CHECK(again.channels()[same].capacity == channel.capacity);
      }
      for (NodeId v = 0; v < whole->nodes(); ++v) CHECK(again.forwards(v) == whole->forwards(v));
    }
  }
}

TEST_CASE("files that cannot be read as graphs are refused by their names") {
  CHECK(is_graph_file("a/b.dot"));
  CHECK(is_graph_file("b.graphml"));
  CHECK_FALSE(is_graph_file("torus"));
  CHECK_THAT(complaint_of([] { load_graph("/nowhere/x.dot"); }), Contains("cannot be read"));
  const auto folder = std::filesystem::temp_directory_path() / "romcast-folder.dot";
  std::filesystem::create_directory(folder);
  CHECK_THAT(complaint_of([&] { load_graph(folder); }), Contains("is a folder"));
  std::filesystem::remove(folder);
}
