// SPDX-License-Identifier: Apache-2.0
// Reads graph files with the attributes of other programs, places ranks on processors, and checks
// that all problems of a file are reported at once.
#include <catch2/catch.hpp>
#include <fstream>

#include "hostlib/networks/graph_text.hpp"
#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

// A file as networkx writes it: keys d0, d1, .., and attr.type "double" for numbers.
const std::string kForeign =
    "<graphml>\n"
    "<key id=\"d0\" for=\"node\" attr.name=\"type\" attr.type=\"string\"/>\n"
    "<key id=\"d1\" for=\"edge\" attr.name=\"capacity\" attr.type=\"double\"/>\n"
    "<key id=\"d2\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
    "<graph edgedefault=\"undirected\">\n"
    "<node id=\"a\"><data key=\"d0\">host</data></node>\n"
    "<node id=\"b\"><data key=\"d0\">host</data></node>\n"
    "<node id=\"s\"><data key=\"d0\">switch</data></node>\n"
    "<edge source=\"a\" target=\"s\"><data key=\"d1\">2.0</data><data "
    "key=\"d2\">0.5</data></edge>\n"
    "<edge source=\"s\" target=\"b\"><data key=\"d1\">1</data></edge>\n"
    "</graph>\n</graphml>\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("type and capacity of other programs are read as role and lanes, and noted") {
  const GraphFile file = read_graphml(kForeign, "x.graphml");
  const GraphNetwork network = made_of(file);
  CHECK(names(network) == Names{"a", "b", "s"});
  CHECK(network.role(0) == NodeRole::endpoint);
  CHECK(network.role(2) == NodeRole::forwarder);
  CHECK(file.notes == Names{"x.graphml: type is read as role, capacity is read as lanes",
                            "x.graphml: ignored attributes: weight"});
}

TEST_CASE("a synonym with other values is ignored, with a note") {
  const std::string text = changed(kForeign, ">host<", ">Green Node<");
  const GraphFile file = read_graphml(text, "x.graphml");
  CHECK(made_of(file).role(0) == NodeRole::processor);
  CHECK_THAT(file.notes.back(), Contains("weight, type ('Green Node' is no role)"));
}

TEST_CASE("a strict reading refuses attributes that it would ignore") {
  GraphReading how;
  how.strict = true;
  CHECK_THAT(complaint_of([&] { read_graphml(kForeign, "x.graphml", how); }),
             Contains("weight") && Contains("`strict`"));
  CHECK_NOTHROW(read_graphml(graphml_of("<node id=\"a\"/><node id=\"b\"/>"
                                        "<edge source=\"a\" target=\"b\"/>"),
                             "x.graphml", how));
}

TEST_CASE("a mapped attribute replaces the synonyms") {
  GraphReading how;
  how.lanes = "weight";
  const std::string text = changed(kForeign, ">0.5<", ">3<");
  const GraphFile file = read_graphml(text, "x.graphml", how);
  CHECK_THAT(file.notes.back(), Contains("ignored attributes: capacity"));
  CHECK_THAT(complaint_of([&] { read_graphml(kForeign, "x.graphml", how); }),
             Contains("weight '0.5': give a number"));
}

TEST_CASE("mapped names with blanks and '#' are written as words") {
  const Folder folder;
  const std::string path = folder.file("x.dot");
  std::ofstream(path) << "graph { s [\"my #kind\"=switch]; a -- s; b -- s }";
  const auto network = load_network(path, [](std::string_view name) -> std::optional<std::string> {
    if (name == kMap) return "role=my #kind";
    return std::nullopt;
  });
  CHECK(network->processors() == 2);
  CHECK(network->options().back() == std::pair<std::string, std::string>("map", "role=my__kind"));
}

TEST_CASE("all problems of a file are told at once, with their lines") {
  const std::string error = graphml_error(
      graphml_of("<node id=\"a\"><data key=\"r\">router</data></node>\n<node id=\"b\"/>\n"
                 "<node id=\"a\"/>\n<edge source=\"a\" target=\"c\"/>\n"
                 "<edge source=\"a\" target=\"b\"><data key=\"l\">0</data></edge>\n"));
  CHECK_THAT(error, Contains("4 problems") && Contains("x.graphml:6: role 'router'") &&
                        Contains("x.graphml:8: a second node 'a'") &&
                        Contains("x.graphml:9: an edge with the target 'c'") &&
                        Contains("x.graphml:10: lanes '0'"));
}

TEST_CASE("ranks are placed on processors by name, each once") {
  const Folder folder;
  const std::string path = folder.file("x.dot");
  std::ofstream(path) << "graph { s [role=switch]; a -- s; b -- s; c -- s }";
  const auto placed = [&](const std::string& order) {
    return names(*load_network(path, [&](std::string_view name) -> std::optional<std::string> {
      if (name == kPlace) return order;
      return std::nullopt;
    }));
  };
  CHECK(placed("c,a,b") == Names{"c", "a", "b", "s"});
  for (const char* wrong : {"c,a", "c,a,a", "c,a,b,s", "c,a,b,b", "", "c,,a,b"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(placed(wrong), InputError);
  }
}

TEST_CASE("edges of one statement have one problem, and several begin with the file's name") {
  CHECK(dot_error("graph { a -- b -- c [lales=2]; }") ==
        "x.dot:1: lales '2': edges have no such attribute; they have lanes");
  CHECK_THAT(dot_error("graph {\n a -- b [lales=2];\n b -- c [lanse=2]; }"),
             Catch::StartsWith("x.dot: 2 problems: x.dot:2: lales") && Contains("x.dot:3: lanse"));
}
