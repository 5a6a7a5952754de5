// SPDX-License-Identifier: Apache-2.0
// Compares the paths in a tree that TreeWays computes for the judge with the routes of FatTree.
#include "romcast/judge/tree_ways.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"

using namespace romcast;

TEST_CASE("the one way from a switch to a processor is the tree's route") {
  const unsigned arity = GENERATE(2U, 3U, 4U, 7U), height = GENERATE(1U, 2U, 3U);
  const FatTree tree(arity, height, height == 2 ? "1,3" : "constant");
  const TreeWays ways(tree);
  REQUIRE(!ways.empty());
  for (auto at = static_cast<NodeId>(tree.processors()); at < tree.nodes(); ++at) {
    for (NodeId processor = 0; processor < tree.processors(); ++processor) {
      REQUIRE(ways.next(at, processor) == tree.route(at, processor));
    }
  }
}

TEST_CASE("a channel leads to the processors whose routes take it") {
  const FatTree tree(3, 2, "constant");
  const TreeWays ways(tree);
  for (ChannelId c = 0; c < tree.channels().size(); ++c) {
    const NodeId from = tree.channels()[c].from;
    for (NodeId processor = 0; processor < tree.processors(); ++processor) {
      if (processor == from) continue;
      CHECK(ways.leads(c, processor) == (tree.route(from, processor) == c));
    }
  }
}

TEST_CASE("networks that are no trees have no one way") { CHECK(TreeWays(StarGraph(3)).empty()); }
