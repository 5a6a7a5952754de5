// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "hostlib/graph_oracle.hpp"
#include "hostlib/networks/graph_text.hpp"
#include "romcast/networks/graph_writer.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

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
  CHECK_THAT(dot_error("graph {\n a -- b\n [lane=3]; }"),
             Contains("x.dot:3: lane '3': edges have no such attribute"));
  CHECK_THAT(dot_error("graph {\n a -- b; a [Role=switch]; }"),
             Contains("x.dot:2: Role 'switch': nodes have no such attribute"));
  CHECK_THAT(dot_error("graph {\n a -- b; a [lanes=2]; }"),
             Contains("x.dot:2: lanes '2': nodes have no such attribute"));
  CHECK_THAT(dot_error("graph {\n a -- b [lanes=\"\"] }"), Contains("x.dot:2: lanes ''"));
  CHECK_THAT(dot_error("graph {\n \"\" -- c\n}"), Contains("x.dot:2: node ''"));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -- }\n"), Contains("x.dot:3: "));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -- d\n"), Contains("x.dot:3: "));
  CHECK_THAT(dot_error("graph {\n a -- b\n c -> d\n}"), Contains("x.dot:3: '->'; edges are --"));
  CHECK_THAT(dot_error("graph {\n a -- b\n \"c -- d\n}"),
             Contains("x.dot:3: a quoted string without an end"));
  CHECK_THAT(dot_error("graph {\n a -- b /* c\n}"), Contains("x.dot:2: a comment without an end"));
  CHECK_THAT(dot_error("graph {\n a -- b [label=<c]\n}"), Contains("x.dot:2: markup"));
  CHECK_THAT(dot_error("graph {\n a -- 10GE\n}"),
             Contains("x.dot:2: the number") && Contains("quote the whole"));
  CHECK_THAT(dot_error("graph {\n a -- " + std::string(5000, 'b') + "\n}"),
             Contains("x.dot:2: a word of 5000 letters"));
  CHECK_THAT(dot_error(std::string("graph {\n a -\0- b }", 19)), Contains("x.dot:2: a zero byte"));
  CHECK_THAT(dot_error("graph { a -- b }\ngraph { c -- d }\n"),
             Contains("x.dot:2: text after the graph"));
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
  CHECK_THAT(graphml_error(deep), Contains("x.graphml:1: "));
  for (int i = 0; i < 100000; ++i) deep += "</a>";
  CHECK_THAT(graphml_error(deep), Contains("no element graphml"));
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
  CHECK_THAT(graphml_error("<graphml><key id=\"k\" for=\"node\" attr.name=\"Role\" "
                           "attr.type=\"int\"/>\n<graph edgedefault=\"undirected\"><node id=\"a\">"
                           "<data key=\"k\">3</data></node></graph></graphml>"),
             Contains("x.graphml:2: Role '3': nodes have no such attribute"));
  CHECK_THAT(graphml_error(graphml_of("<data key=\"l\">2</data>\n" + two)),
             Contains("x.graphml:6: lanes '2': graphs have no lanes"));
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

TEST_CASE("attributes of other programs are ignored, and one note names them") {
  const GraphFile file = read_dot(
      "graph { a [Longitude=3, shape=box]; a -- b [weight=2, Longitude=1]; b -- c [lp=1] }",
      "x.dot");
  CHECK(file.graph.nodes.size() == 3);
  REQUIRE(file.notes.size() == 1);
  for (const char* ignored : {"Longitude", "weight", "lp"}) {
    CHECK_THAT(file.notes[0], Contains("x.dot: ignored attributes: ") && Contains(ignored));
  }
  CHECK_THAT(file.notes[0], !Contains("shape"));
  const GraphFile xml = read_graphml(
      "<graphml><key id=\"x\" for=\"node\" attr.name=\"site\"/><graph><node id=\"a\">"
      "<data key=\"x\">1</data></node><node id=\"b\"/><edge source=\"a\" target=\"b\">"
      "<data key=\"other\">1</data></edge></graph></graphml>",
      "x.graphml");
  CHECK(xml.notes == Names{"x.graphml: ignored attributes: site, other"});
}

TEST_CASE("lanes and roles of a whole graph are refused, with where they belong") {
  CHECK_THAT(dot_error("graph {\n lanes=2; m -- n }"),
             Contains("x.dot:2: lanes '2': graphs have no lanes; write edge [lanes=...]"));
  CHECK_THAT(dot_error("graph {\n subgraph s { role=switch; m -- n } }"),
             Contains("x.dot:2: role") && Contains("node [role=...]"));
  CHECK_THAT(dot_error("graph {\n graph [Lanes=2]; m -- n }"), Contains("x.dot:2: Lanes '2'"));
}

TEST_CASE("defaults hold for the nodes and edges after them, in their braces") {
  const GraphNetwork network = dot(
      "graph { a -- b; edge [lanes=3]; b -- c; { edge [lanes=2]; node [role=endpoint]; c -- d } "
      "c -- e }");
  const auto lanes = [&](const char* from, const char* to) {
    return network.channels()[network.find_channel(network.find_node(from), network.find_node(to))]
        .capacity;
  };
  CHECK(lanes("a", "b") == 1);
  CHECK(lanes("b", "c") == 3);
  CHECK(lanes("c", "d") == 2);
  CHECK(lanes("c", "e") == 3);
  CHECK_FALSE(network.forwards(network.find_node("d")));
  CHECK(network.forwards(network.find_node("e")));
}

TEST_CASE("dir tells the directions of an edge in a digraph") {
  const auto links = [](const std::string& attributes) {
    const GraphNetwork network =
        dot("digraph { a -> b -> c -> a; a -> d [" + attributes + "]; d -> c; b -> d }");
    return std::pair(network.find_channel(0, 3) != kNone, network.find_channel(3, 0) != kNone);
  };
  CHECK(links("color=red") == std::pair(true, false));
  CHECK(links("dir=forward") == std::pair(true, false));
  CHECK(links("dir=back") == std::pair(false, true));
  CHECK(links("dir=both") == std::pair(true, true));
  CHECK(links("dir=none") == std::pair(true, true));
  CHECK(read_dot("digraph { a -> b [dir=both] }", "x.dot").notes.empty());
  CHECK_THAT(read_dot("digraph { a -> b [dir=none] }", "x.dot").notes.at(0), Contains("dir=none"));
  CHECK(dot_error("graph { a -- b [dir=both] }").empty());
  CHECK_THAT(dot_error("graph {\n a -- b [dir=back] }"), Contains("x.dot:2: dir 'back'"));
  CHECK_THAT(dot_error("digraph {\n a -> b [dir=up] }"), Contains("x.dot:2: dir 'up'"));
}

TEST_CASE("a strict graph has each edge once") {
  const GraphFile file = read_dot("strict graph { a -- b; b -- a; a -- b [lanes=2] }", "x.dot");
  CHECK(file.notes.empty());
  CHECK(made_of(file).links() == 4);
  CHECK(made_of(read_dot("graph { a -- b; b -- a; a -- b [lanes=2] }", "x.dot")).links() == 8);
}

TEST_CASE("braces, lists, markup and joined strings are read as Graphviz does") {
  CHECK(dot("graph { hub [role=switch]; hub -- {p q r} }").channels().size() == 6);
  CHECK(dot("graph { {a b} -- {c d} }").channels().size() == 8);
  CHECK(dot("graph { a, b; a -- b }").processors() == 2);
  CHECK(dot("graph { { rank=same; a; b } a:n -- b:s:e }").channels().size() == 2);
  const GraphNetwork marked =
      dot("graph { s [role=switch, label=<core <b>7</b> \" >]; x -- s -- y }");
  CHECK(names(marked) == Names{"x", "y", "s"});
  CHECK(names(dot("graph { \"a\" + \"b\" -- c /* } \" */ // <\n# \"\n}")) == Names{"ab", "c"});
  CHECK(names(dot("graph { a -- \"b\\\\\"; }")) == Names{"a", "b\\\\"});
}

TEST_CASE("groups that would make too many links are refused before they are made") {
  std::string many;
  for (int i = 0; i < 6000; ++i) many += "n" + std::to_string(i) + " ";
  CHECK_THAT(dot_error("graph { {" + many + "} -- {" + many + "} }"),
             Contains("more than 16777216"));
  CHECK_THAT(dot_error("graph { subgraph g {" + many + "} {subgraph g} -- subgraph g }"),
             Contains("more than 16777216"));
  CHECK(dot("graph { hub [role=switch]; hub -- {" + many + "} }").channels().size() == 12000);
}

TEST_CASE("a reader goes on after files that are wrong") {
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(dot_error("graph { a -- [").empty());
    CHECK_FALSE(dot_error("graph { a -- b } }").empty());
    CHECK_FALSE(dot_error("@ graph { a -- b }").empty());
    CHECK_FALSE(dot_error("graph { a @ -- b; \"c }\" }").empty());
    CHECK(names(dot("graph { a -- b }")) == Names{"a", "b"});
  }
}

TEST_CASE("names that are no words become words, and a note tells") {
  const GraphFile file = read_dot(
      "graph { \"(0, 0)\" -- \"Z\xc3\xbcrich\" -- \"a b\" -- a_b -- \"(0, 0)\" }", "x.dot");
  CHECK(names(made_of(file)) == Names{"(0__0)", "Z_rich", "a_b_2", "a_b"});
  REQUIRE(file.notes.size() == 1);
  CHECK_THAT(file.notes[0], Contains("'(0, 0)' is (0__0)") && Contains("'a b' is a_b_2"));
  CHECK_THAT(dot_error("graph {\n \"a\xff\" -- b }"), Contains("x.dot:2: node"));
  CHECK(names(graphml(graphml_of("<node id=\"(0, 1)\"/><node id=\"b\"/>"
                                 "<edge source=\"(0, 1)\" target=\"b\"/>"))) ==
        Names{"(0__1)", "b"});
}

TEST_CASE("keys need no for, graphs no edgedefault, and yEd's keys no name") {
  const GraphFile file = read_graphml(
      "\xef\xbb\xbf<?xml version=\"1.0\"?><graphml><key id=\"k0\" attr.name=\"role\"/>"
      "<key id=\"d\" for=\"node\" yfiles.type=\"nodegraphics\"/>"
      "<key id=\"l\" for=\"all\" attr.name=\"lanes\"><default>2</default></key>"
      "<graph><node id=\"u\"><data key=\"d\"><y:Shape><y:Geometry/></y:Shape></data></node>"
      "<node id=\"v\"/><node id=\"z\"><data key=\"k0\">switch</data></node>"
      "<edge source=\"u\" target=\"z\"/><edge source=\"v\" target=\"z\">"
      "<data key=\"l\">3</data></edge></graph></graphml>",
      "x.graphml");
  const GraphNetwork network = made_of(file);
  CHECK(names(network) == Names{"u", "v", "z"});
  CHECK(network.processors() == 2);
  CHECK(network.links() == 10);
  CHECK(file.notes == Names{"x.graphml: ignored attributes: nodegraphics"});
}

TEST_CASE("edges of a GraphML file may have a direction of their own") {
  const GraphNetwork network = graphml(
      "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>"
      "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\" directed=\"false\"/>"
      "<edge source=\"c\" target=\"a\"/></graph></graphml>");
  CHECK(network.channels().size() == 4);
  CHECK(network.find_channel(2, 1) != kNone);
  CHECK(network.find_channel(1, 0) == kNone);
}

TEST_CASE("GraphML is recognised by its content, and a byte-order mark is passed over") {
  const auto file = std::filesystem::temp_directory_path() / "romcast-content.dot";
  std::ofstream(file) << "\xef\xbb\xbf\n <graphml><graph><node id=\"a\"/><node id=\"b\"/>"
                         "<edge source=\"a\" target=\"b\"/></graph></graphml>";
  CHECK(load_graph(file).graph.nodes.size() == 2);
  std::ofstream(file) << "\xef\xbb\xbfgraph { a -- b -- c }";
  CHECK(load_graph(file).graph.nodes.size() == 3);
  std::filesystem::remove(file);
}

TEST_CASE("a file that falls apart is refused with a remedy, and mended by options") {
  const std::string text = "graph { a -- b; b -- c; c -- a; lone1 -- lone2; }";
  CHECK_THAT(dot_error(text),
             Contains("'lone1'") && Contains("`part` NODE") && Contains("`without` LIST"));
  const auto path = (std::filesystem::temp_directory_path() / "romcast-islands.dot").string();
  std::ofstream(path) << text;
  const auto names_with = [&](const GivenOptions& options) {
    return names(*load_network(path, [&](std::string_view name) -> std::optional<std::string> {
      const auto found = options.find(name);
      return found == options.end() ? std::nullopt : std::optional(found->second);
    }));
  };
  CHECK(names_with({{"without", "lone1,lone2"}}) == Names{"a", "b", "c"});
  CHECK(names_with({{"part", "b"}}) == Names{"a", "b", "c"});
  CHECK(names_with({{"part", "lone2"}}) == Names{"lone1", "lone2"});
  CHECK_THAT(complaint_of([&] { names_with({{"part", "x"}}); }), Contains("`part` x: there is no"));
  std::filesystem::remove(path);
}

TEST_CASE("switches need no path between them, processors need one to each other") {
  const std::string ends = "graph { node [role=endpoint]; a; b; c; node [role=switch]; ";
  const GraphNetwork rails = dot(ends + "a -- s1; b -- s1; c -- s1; a -- s2; b -- s2; c -- s2 }");
  CHECK(rails.processors() == 3);
  CHECK(rails.nodes() == 5);
  CHECK(dot(ends + "a -- s1 -- b; a -- s2 -- c; b -- s3 -- c }").nodes() == 6);
  CHECK(dot("digraph { a [role=endpoint]; b [role=endpoint]; s [role=switch]; "
            "a -> s -> b -> a }")
            .nodes() == 3);
  CHECK(dot(ends + "a -- s1; b -- s1; c -- s1; a -- own }").nodes() == 5);
  CHECK_THAT(dot_error(ends + "a -- s1 -- b; b -- s2 -- c }"),
             Contains("not connected: no path to 'c' and back from 'a'"));
  CHECK_THAT(dot_error("digraph { a [role=endpoint]; b [role=endpoint]; a -> b }"),
             Contains("not connected"));
}

TEST_CASE("switches on no path between processors are left out, with a note") {
  const GraphFile file = read_dot(
      "digraph { s [role=switch]; t [role=switch]; u [role=switch]; a -> b -> a; a -> s; t -> b }",
      "x.dot");
  CHECK(names(made_of(file)) == Names{"a", "b"});
  REQUIRE(file.notes.size() == 1);
  CHECK_THAT(file.notes[0], Contains("left out: s, t, u"));
}
