// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/damage.hpp"

#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "hostlib/graph_oracle.hpp"
#include "hostlib/networks/graph_text.hpp"
#include "romcast/networks/graph_file.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

std::shared_ptr<const Topology> broken(const std::string& name, GivenOptions options,
                                       const std::string& list) {
  options["without"] = list;
  return network(name, options);
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
  CHECK_THROWS_WITH(broken("ring", nobody, "p1"), Catch::Contains("`part` x: there is no such"));
}

TEST_CASE("parts of a graph around nodes that it does not have are refused") {
  Graph two = Graph::numbered(2);
  two.join(0, 1);
  CHECK_THROWS_WITH(largest_part(two, 77), "`node` 77: the graph has 2, numbered from 0");
  CHECK_THROWS_AS(reached(two, {77}), InputError);
  CHECK_THROWS_AS(reaching(two, {0, 2}), InputError);
  CHECK_THROWS_AS(part_of(two, {77}), InputError);
}

TEST_CASE("parts of a graph whose links lead to nodes that it does not have are refused") {
  Graph two = Graph::numbered(2);
  two.edges.push_back({0, 77});
  CHECK_THROWS_AS(largest_part(two), InputError);
  CHECK_THROWS_AS(reached(two, {0}), InputError);
  CHECK_THROWS_AS(reaching(two, {0}), InputError);
  CHECK_THROWS_AS(part_of(two, {0, 1}), InputError);
}

TEST_CASE("what can be reached but cannot answer is cut off, too") {
  // Paths lead from p1 and p2 to p3 and p0, but not back.
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
  CHECK_THAT(error("p4"), Contains("`without` p4: 'p4' is neither a node nor a link"));
  CHECK_THAT(error("p0-p2"), Contains("there is no link 'p0-p2'; p0 has one to p1"));
  CHECK_THAT(error("p0-p9"), Contains("'p0-p9' is neither"));
  CHECK_THAT(error("p0,,p1"), Contains("'' is neither"));
  CHECK_THAT(error("p0,p2"), Contains("no two processors are left"));
}

TEST_CASE("of families, only those that can lose links have options for broken ones") {
  const auto has = [](const std::string& family, const std::string& option) {
    const auto entry = std::ranges::find(all_topologies(), family, &TopologyEntry::name);
    return std::ranges::count(entry->options, option, &NetworkOption::name) == 1;
  };
  for (const char* option : {kWithout, kPart}) {
    CAPTURE(option);
    CHECK(has("ring", option));
    CHECK_FALSE(has("collapsed-tree", option));
  }
}

TEST_CASE("a wrong list of broken things is refused where nodes have no links, too") {
  const auto error = [](const char* text, const char* list) {
    const GraphNetwork whole(kGraph, {}, read_dot(text, "x.dot", Parts::many).graph);
    return complaint_of([&] { without(whole, list); });
  };
  CHECK(error("graph { a; b; }", "zz") ==
        "`without` zz: 'zz' is neither a node nor a link; give names like a");
  CHECK(error("graph { a; b -- c; }", "zz") ==
        "`without` zz: 'zz' is neither a node nor a link; give names like a");
  CHECK(error("graph { a -- b; c; }", "c-a") == "`without` c-a: there is no link 'c-a'");
  CHECK(error("graph { a -- b; c; }", "a-c") ==
        "`without` a-c: there is no link 'a-c'; a has one to b");
}

TEST_CASE(
    "alone, --part takes a part of a network that falls apart, and all of one that does not") {
  const auto ring = network("ring", {{"processors", "4"}, {"part", "p2"}});
  CHECK(ring->processors() == 4);
  CHECK(ring->intact());
}

TEST_CASE("switches without a path between them stay where processors use both") {
  const GraphNetwork whole(kGraph, {},
                           read_dot("graph { node [role=endpoint]; a; b; c; node [role=switch];"
                                    "a -- s1; b -- s1; c -- s1; a -- s2; b -- s2; c -- s2;"
                                    "s1 -- s2 }",
                                    "x.dot")
                               .graph);
  CHECK(names(*without(whole, "s1-s2")) == Names{"a", "b", "c", "s1", "s2"});
  CHECK(names(*without(whole, "s1")) == Names{"a", "b", "c", "s2"});
  CHECK(names(*without(whole, "a-s1,s1-s2")) == Names{"a", "b", "c", "s1", "s2"});
  const auto two = without(whole, "a-s1,c-s2,s1-s2");
  CHECK(names(*two) == Names{"a", "b", "s1", "s2"});
  CHECK(two->cut_off() == Names{"c"});
  CHECK(names(*without(whole, "a-s1,c-s2,s1-s2", "c")) == Names{"b", "c", "s1", "s2"});
}

// Tries all sets of processors. A set is a part if each member reaches every other member through
// nothing but switches and members that forward.
TEST_CASE("the largest part of small random graphs has as many processors as any part") {
  std::mt19937 random(20);
  for (unsigned round = 0; round < 400; ++round) {
    Graph graph;
    const NodeId n = 3 + random() % 5;
    for (NodeId v = 0; v < n; ++v) {
      graph.nodes.push_back({fmt::format("p{}", v), static_cast<NodeRole>(random() % 3)});
    }
    for (NodeId v = 0; v < n; ++v) {
      for (NodeId w = 0; w < n; ++w) {
        if (v != w && random() % 3 == 0) graph.edges.push_back({v, w});
      }
    }
    const auto reaches = [&](unsigned set, NodeId from, NodeId to) {
      std::vector<bool> seen(n, false);
      std::vector<NodeId> queue{from};
      for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Graph::Edge& edge : graph.edges) {
          if (edge.from != queue[i] || seen[edge.to]) continue;
          if (edge.to == to) return true;
          const NodeRole role = graph.nodes[edge.to].role;
          const bool inner =
              role == NodeRole::forwarder || (role == NodeRole::processor && (set >> edge.to & 1));
          if (!inner) continue;
          seen[edge.to] = true;
          queue.push_back(edge.to);
        }
      }
      return false;
    };
    unsigned best = 0;
    for (unsigned set = 1; set < 1U << n; ++set) {
      bool fits = true;
      for (NodeId v = 0; v < n && fits; ++v) {
        if (!(set >> v & 1)) continue;
        fits = graph.nodes[v].role != NodeRole::forwarder;
        for (NodeId w = 0; w < n && fits; ++w) {
          fits = v == w || !(set >> w & 1) || reaches(set, v, w);
        }
      }
      if (fits) best = std::max(best, static_cast<unsigned>(std::popcount(set)));
    }
    const std::vector<NodeId> part = largest_part(graph);
    const auto processors = std::ranges::count_if(
        part, [&](NodeId v) { return graph.nodes[v].role != NodeRole::forwarder; });
    CAPTURE(round);
    CHECK(processors == (best < 2 ? 0 : static_cast<long>(best)));
  }
}
