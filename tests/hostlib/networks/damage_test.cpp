// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hostlib/graph_oracle.hpp"

using namespace romcast;
using Names = std::vector<std::string>;

namespace {

std::shared_ptr<const Topology> broken(const std::string& name, GivenOptions options,
                                       const std::string& list) {
  options["without"] = list;
  return network(name, options);
}

Names names(const Topology& network) {
  Names names;
  for (NodeId v = 0; v < network.nodes(); ++v) names.push_back(network.node_name(v));
  return names;
}

}  // namespace

TEST_CASE("a ring without a link is a line, and is told apart from the whole one") {
  const auto line = broken("ring", {{"processors", "6"}}, "p5-p0");
  CHECK(line->processors() == 6);
  CHECK(line->channels().size() == 10);
  CHECK(diameter(*line) == 5);
  CHECK_FALSE(line->intact());
  CHECK(network("ring", {{"processors", "6"}})->intact());
  CHECK(line->cut_off().empty());
  CHECK(line->options() == NetworkOptions{{"processors", "6"}, {"without", "p5-p0"}});
}

TEST_CASE("a link that is broken in one direction carries messages in the other") {
  const auto ring = broken("ring", {{"processors", "4"}}, "p0>p1");
  CHECK(ring->channels().size() == 7);
  CHECK(ring->find_channel(0, 1) == kNone);
  CHECK(ring->find_channel(1, 0) != kNone);
}

TEST_CASE("the nodes around a broken one keep their names and are numbered anew") {
  const auto ring = broken("ring", {{"processors", "5"}}, "p1");
  CHECK(names(*ring) == Names{"p0", "p2", "p3", "p4"});
  CHECK(ring->find_node("p2") == 1);
  CHECK(ring->cut_off() == Names{"p1"});
}

TEST_CASE("of a network that falls apart the part with most processors stays") {
  const auto left = broken("mesh", {{"dims", "2x5"}}, "p1-p2,p6-p7");
  CHECK(names(*left) == Names{"p2", "p3", "p4", "p7", "p8", "p9"});
  CHECK(left->cut_off() == Names{"p0", "p1", "p5", "p6"});
}

TEST_CASE("of a network that falls apart the part of a node stays, if it is named") {
  const GivenOptions small{{"dims", "2x5"}, {"part", "p5"}};
  const auto left = broken("mesh", small, "p1-p2,p6-p7");
  CHECK(names(*left) == Names{"p0", "p1", "p5", "p6"});
  CHECK(left->cut_off() == Names{"p2", "p3", "p4", "p7", "p8", "p9"});
  CHECK(left->options() ==
        NetworkOptions{{"dims", "2x5"}, {"without", "p1-p2,p6-p7"}, {"part", "p5"}});
  const GivenOptions large{{"dims", "2x5"}, {"part", "p9"}};
  CHECK(names(*broken("mesh", large, "p1-p2,p6-p7")) == Names{"p2", "p3", "p4", "p7", "p8", "p9"});
}

TEST_CASE("a part is that of a node which reaches others") {
  const GivenOptions alone{{"processors", "5"}, {"part", "p1"}};
  CHECK_THROWS_WITH(broken("ring", alone, "p0-p1,p1-p2"), Catch::Contains("p1 and no other"));
  CHECK_THROWS_WITH(broken("ring", alone, "p1"), Catch::Contains("p1 and no other"));
  const GivenOptions nobody{{"processors", "5"}, {"part", "x"}};
  CHECK_THROWS_WITH(broken("ring", nobody, "p1"), Catch::Contains("--part x: there is no such"));
}

TEST_CASE("what can be reached but cannot answer is cut off, too") {
  // From p1 and p2 on to p3 and p0, but not back.
  const auto graph = broken("ring", {{"processors", "4"}}, "p0>p1,p3>p2");
  CHECK(names(*graph) == Names{"p0", "p3"});
  CHECK(graph->cut_off() == Names{"p1", "p2"});
}

TEST_CASE("processors of a k-ary n-tree that lose their switch are cut off, the others go on") {
  const auto tree = broken("k-ary-n-tree", {{"arity", "2"}, {"height", "2"}}, "s1.1");
  CHECK(names(*tree) == Names{"p0", "p1", "s1.0", "s2.0", "s2.1"});
  CHECK(tree->cut_off() == Names{"p2", "p3"});
}

TEST_CASE("a list of broken things that is wrong is refused with what is there") {
  using Catch::Contains;
  const auto error = [](const char* list) {
    return error_of("ring", {{"processors", "4"}, {"without", list}});
  };
  CHECK(error("p0-p1,p0") == "");
  CHECK_THAT(error("p4"), Contains("--without p4: 'p4' is neither a node nor a link"));
  CHECK_THAT(error("p0-p2"), Contains("there is no link 'p0-p2'; p0 has one to p1"));
  CHECK_THAT(error("p0-p9"), Contains("'p0-p9' is neither"));
  CHECK_THAT(error("p0,,p1"), Contains("'' is neither"));
  CHECK_THAT(error("p0,p2"), Contains("no two processors are left"));
}
