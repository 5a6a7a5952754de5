// SPDX-License-Identifier: Apache-2.0
// Every family against the textbook: a row per network.
#include <bit>
#include <catch2/catch.hpp>
#include <set>

#include "hostlib/graph_oracle.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;

namespace {

struct Row {
  const char* name;
  GivenOptions options;
  std::size_t processors, switches, channels, links;
  unsigned degree, diameter;  // most channels out of a node; longest distance between processors
};

const std::vector<Row> kRows{
    {"ring", {{"processors", "9"}}, 9, 0, 18, 18, 2, 4},
    {"ring", {{"processors", "2"}}, 2, 0, 2, 2, 1, 1},
    {"mesh", {{"dims", "3x4"}}, 12, 0, 34, 34, 4, 5},
    {"mesh", {{"dims", "2x3x2"}}, 12, 0, 40, 40, 4, 4},
    {"torus", {{"dims", "4x5"}}, 20, 0, 80, 80, 4, 4},
    // In a dimension of 2 nodes a node has one link: both directions lead to the same neighbour.
    {"torus", {{"dims", "2x3"}}, 6, 0, 18, 18, 3, 2},
    {"torus", {{"dims", "3x3x4"}}, 36, 0, 216, 216, 6, 4},
    {"hypercube", {{"dimensions", "5"}}, 32, 0, 160, 160, 5, 5},
    {"hypercube", {{"dimensions", "1"}}, 2, 0, 2, 2, 1, 1},
    // The largest circulant network with four links per node and diameter d has 2d^2 + 2d + 1
    // nodes.
    {"circulant", {{"processors", "13"}, {"strides", "1,5"}}, 13, 0, 52, 52, 4, 2},
    {"circulant", {{"processors", "8"}, {"strides", "1,4"}}, 8, 0, 24, 24, 3, 2},
    {"de-bruijn", {{"alphabet", "2"}, {"length", "4"}}, 16, 0, 30, 30, 2, 4},
    {"de-bruijn", {{"alphabet", "3"}, {"length", "2"}}, 9, 0, 24, 24, 3, 2},
    {"kautz", {{"alphabet", "3"}, {"length", "3"}}, 12, 0, 24, 24, 2, 3},
    {"kautz", {{"alphabet", "4"}, {"length", "2"}}, 12, 0, 36, 36, 3, 2},
    // D dimensions (Meliksetian & Chen 1993): diameter 2D + floor(D/2) - 2 from D = 4 on, 6 for
    // D = 3.
    {"cube-connected-cycles", {{"dimensions", "3"}}, 24, 0, 72, 72, 3, 6},
    {"cube-connected-cycles", {{"dimensions", "4"}}, 64, 0, 192, 192, 3, 8},
    // D dimensions: diameter floor(3D/2).
    {"butterfly", {{"dimensions", "3"}}, 24, 0, 96, 96, 4, 4},
    {"butterfly", {{"dimensions", "4"}}, 64, 0, 256, 256, 4, 6},
    // Diameter with n symbols: of a pancake graph, the pancake number (OEIS A058986); of a
    // bubble-sort graph, n(n-1)/2.
    {"pancake", {{"symbols", "4"}}, 24, 0, 72, 72, 3, 4},
    {"pancake", {{"symbols", "5"}}, 120, 0, 480, 480, 4, 5},
    {"bubble-sort", {{"symbols", "4"}}, 24, 0, 72, 72, 3, 6},
    {"bubble-sort", {{"symbols", "5"}}, 120, 0, 480, 480, 4, 10},
    {"dragonfly", {{"routers", "4"}, {"global", "2"}}, 36, 0, 180, 180, 5, 3},
    {"dragonfly", {{"routers", "2"}, {"global", "1"}}, 6, 0, 12, 12, 2, 3},
    {"k-ary-n-tree", {{"arity", "2"}, {"height", "3"}}, 8, 12, 48, 48, 4, 6},
    {"k-ary-n-tree", {{"arity", "4"}, {"height", "2"}}, 16, 8, 64, 64, 8, 4},
    {"k-ary-n-tree", {{"arity", "3"}, {"height", "1"}}, 3, 1, 6, 6, 3, 2},
    {"petersen", {}, 10, 0, 30, 30, 3, 2},
    {"dgx1", {}, 8, 0, 32, 48, 4, 2},
    // A Hamming graph: a distance is the number of different coordinates. 3x3 is the rook's graph.
    {"hyperx", {{"dims", "3x3"}}, 9, 0, 36, 36, 4, 2},
    {"hyperx", {{"dims", "4x2x3"}}, 24, 0, 144, 144, 6, 3},
    {"hyperx", {{"dims", "5"}}, 5, 0, 20, 20, 4, 1},
    // n leaves and n/k1 + n/(k1 k2) + ... + 1 switches, where a switch of level i has ki children;
    // the diameter is the path from leaf to leaf over the root.
    {"tree", {{"children", "2,3"}, {"capacity", "constant"}}, 6, 4, 18, 18, 3, 4},
    {"tree", {{"children", "3,2,2"}, {"capacity", "1,2,3"}}, 12, 7, 36, 52, 4, 6},
    {"tree", {{"children", "4"}, {"capacity", "2"}}, 4, 1, 8, 16, 4, 2},
    // Trees of 8 leaves. First row: the highest level is one switch, and below it the leaves of
    // each subtree of 4 leaves are linked with each other. Second row: the highest two levels are
    // one switch, and below it the leaves of each subtree of 2 leaves are linked with each other.
    {"collapsed-tree", {{"arity", "2"}, {"height", "3"}, {"collapsed", "1"}}, 8, 7, 52, 72, 4, 6},
    {"collapsed-tree", {{"arity", "2"}, {"height", "3"}, {"collapsed", "2"}}, 8, 5, 32, 40, 4, 4},
    {"rooted-tree", {{"parents", "0,0,0,0"}}, 5, 0, 8, 8, 4, 2},
    {"rooted-tree", {{"parents", "0,1,1,0,4"}}, 6, 0, 10, 10, 3, 4},
    // Generalized Kautz network of N = 12 processors, degree D = 2: no node u is its own successor,
    // since (D + 1) u = -a modulo N has no solution for a = 1 .. D. So no link is omitted.
    {"generalized-kautz", {{"processors", "12"}, {"out-degree", "2"}}, 12, 0, 24, 24, 2, 3},
    {"generalized-de-bruijn", {{"processors", "16"}, {"out-degree", "2"}}, 16, 0, 30, 30, 2, 4},
    // q = 4w + d with d = -1, 0 or 1: 2q^2 nodes of (3q - d) / 2 links, diameter 2 (Besta & Hoefler
    // 2014, table of MMS graphs).
    {"slim-fly", {{"q", "3"}}, 18, 0, 90, 90, 5, 2},
    {"slim-fly", {{"q", "4"}}, 32, 0, 192, 192, 6, 2},
    {"slim-fly", {{"q", "5"}}, 50, 0, 350, 350, 7, 2},
    {"slim-fly", {{"q", "7"}}, 98, 0, 1078, 1078, 11, 2},
    {"slim-fly", {{"q", "8"}}, 128, 0, 1536, 1536, 12, 2},
    {"slim-fly", {{"q", "9"}}, 162, 0, 2106, 2106, 13, 2},
    // Two complete networks: one processor per group (xpander), degree n - 1 (random-regular).
    {"xpander", {{"out-degree", "4"}, {"lift", "1"}, {"random-seed", "1"}}, 5, 0, 20, 20, 4, 1},
    {"random-regular",
     {{"processors", "6"}, {"out-degree", "5"}, {"random-seed", "7"}},
     6,
     0,
     30,
     30,
     5,
     1},
    {"hyperx", {{"dims", "3x3"}, {"lanes", "2x1"}}, 9, 0, 36, 54, 4, 2},
    {"cluster",
     {{"machines", "2"}, {"gpus", "4"}, {"gpu-lanes", "1"}, {"nic-lanes", "1"}},
     8,
     11,
     48,
     48,
     8,
     4},
    {"cluster",
     {{"machines", "3"}, {"gpus", "4"}, {"nics", "2"}, {"gpu-lanes", "6"}, {"nic-lanes", "1"}},
     12,
     10,
     60,
     180,
     6,
     4},
    {"cluster",
     {{"machines", "1"}, {"gpus", "4"}, {"gpu-lanes", "2"}, {"nic-lanes", "1"}},
     4,
     1,
     8,
     16,
     4,
     2},
    {"ndv2", {{"machines", "1"}}, 8, 0, 32, 48, 4, 2},
    {"ndv2", {{"machines", "2"}}, 16, 0, 66, 194, 5, 5},
    {"ndv2", {{"machines", "4"}}, 32, 1, 136, 392, 5, 6},
    {"dgx2", {{"machines", "1"}}, 16, 1, 32, 32, 16, 2},
    {"dgx2", {{"machines", "2"}}, 32, 2, 80, 656, 16, 5},
    {"dgx-a100", {{"machines", "1"}}, 8, 1, 16, 16, 8, 2},
    {"dgx-a100", {{"machines", "2"}}, 16, 20, 96, 448, 8, 6},
    {"mi250", {{"machines", "1"}}, 16, 0, 56, 112, 4, 5},
};

unsigned digit_sum_distance(NodeId a, NodeId b, const std::vector<unsigned>& dims, bool wraps) {
  unsigned distance = 0;
  for (auto size = dims.rbegin(); size != dims.rend(); ++size) {
    const unsigned x = a % *size, y = b % *size, apart = x > y ? x - y : y - x;
    distance += wraps ? std::min(apart, *size - apart) : apart;
    a /= *size;
    b /= *size;
  }
  return distance;
}

// Requires that the distance from each processor a to each processor b is formula(a, b).
template <class Formula>
void check_distances(const Topology& network, Formula formula) {
  const BoostGraph graph = boost_graph(network);
  for (NodeId a = 0; a < network.processors(); ++a) {
    const std::vector<unsigned> distance = boost_distances(graph, a);
    for (NodeId b = 0; b < network.processors(); ++b) REQUIRE(distance[b] == formula(a, b));
  }
}

}  // namespace

TEST_CASE("every family has the textbook's nodes, links, degree and diameter") {
  for (const Row& row : kRows) {
    const auto made = network(row.name, row.options);
    CAPTURE(row.name, made->options());
    CHECK(made->network() == row.name);
    CHECK(made->processors() == row.processors);
    CHECK(made->nodes() == row.processors + row.switches);
    CHECK(made->channels().size() == row.channels);
    CHECK(made->links() == row.links);
    std::size_t degree = 0;
    for (NodeId v = 0; v < made->nodes(); ++v) degree = std::max(degree, made->outputs(v).size());
    CHECK(degree == row.degree);
    CHECK(diameter(*made) == row.diameter);
  }
}

TEST_CASE("no family has a link from a node to itself, or two channels side by side") {
  for (const Row& row : kRows) {
    const auto made = network(row.name, row.options);
    CAPTURE(row.name, made->options());
    std::set<std::pair<NodeId, NodeId>> seen;
    for (const Channel& channel : made->channels()) {
      CHECK(channel.from != channel.to);
      CHECK(seen.emplace(channel.from, channel.to).second);
    }
  }
}

TEST_CASE("processors of families are p0, p1, ..., and all nodes are found by their names") {
  for (const Row& row : kRows) {
    const auto made = network(row.name, row.options);
    CAPTURE(row.name);
    for (NodeId v = 0; v < made->nodes(); ++v) {
      if (v < made->processors()) CHECK(made->node_name(v) == "p" + std::to_string(v));
      CHECK(made->find_node(made->node_name(v)) == v);
    }
    for (const char* none : {"", "p", "p-1", "p01", "p1000000", "s9.9"}) {
      CHECK(made->find_node(none) == kNone);
    }
  }
}

TEST_CASE("a network of a family can be rebuilt from its options") {
  for (const Row& row : kRows) {
    const auto made = network(row.name, row.options);
    GivenOptions options;
    for (const auto& [name, value] : made->options()) options[name] = value;
    CHECK(options == row.options);
  }
}

TEST_CASE("the way of every family leads nearer hop by hop, and never through an endpoint") {
  for (const Row& row : kRows) {
    const auto made = network(row.name, row.options);
    CAPTURE(row.name);
    for (NodeId from = 0; from < std::min<std::size_t>(made->nodes(), 30); ++from) {
      BoostGraph graph(made->nodes());
      for (const Channel& channel : made->channels()) {
        const bool used = channel.from == from || made->forwards(channel.from);
        if (used) boost::add_edge(channel.from, channel.to, graph);
      }
      const std::vector<unsigned> distance = boost_distances(graph, from);
      for (NodeId to = 0; to < made->processors(); ++to) {
        unsigned hops = 0;
        for (NodeId at = from; at != to; ++hops) {
          REQUIRE((at == from || made->forwards(at)));
          const Channel& channel = made->channels()[made->route(at, to)];
          REQUIRE(channel.from == at);
          at = channel.to;
        }
        REQUIRE(hops == distance[to]);
      }
    }
  }
}

TEST_CASE("rings, meshes and tori have the distances of their coordinates, numbered row by row") {
  check_distances(*network("ring", {{"processors", "10"}}),
                  [](NodeId a, NodeId b) { return digit_sum_distance(a, b, {10}, true); });
  check_distances(*network("mesh", {{"dims", "3x2x4"}}), [](NodeId a, NodeId b) {
    return digit_sum_distance(a, b, {3, 2, 4}, false);
  });
  check_distances(*network("torus", {{"dims", "3x2x5"}}), [](NodeId a, NodeId b) {
    return digit_sum_distance(a, b, {3, 2, 5}, true);
  });
}

TEST_CASE("the distance in a hypercube is the number of bits that differ") {
  check_distances(*network("hypercube", {{"dimensions", "6"}}),
                  [](NodeId a, NodeId b) { return static_cast<unsigned>(std::popcount(a ^ b)); });
}

TEST_CASE("the distance in a de Bruijn graph is how many symbols the words do not share") {
  check_distances(*network("de-bruijn", {{"alphabet", "3"}, {"length", "4"}}),
                  [](NodeId a, NodeId b) {
                    unsigned shifts = 0;
                    // The loop ends when the last 4 - `shifts` symbols of word `a` are the first
                    // 4 - `shifts` symbols of word `b`.
                    for (NodeId keep = 81, gone = 1; a % keep != b / gone; keep /= 3, gone *= 3) {
                      ++shifts;
                    }
                    return shifts;
                  });
}

TEST_CASE("Kautz graphs number their words in the order of the labels") {
  const auto kautz = network("kautz", {{"alphabet", "3"}, {"length", "2"}});
  const std::vector<std::string> words{"01", "02", "10", "12", "20", "21"};
  for (const Channel& channel : kautz->channels()) {
    CHECK(words[channel.from][1] == words[channel.to][0]);
  }
  CHECK(kautz->channels().size() == 12);
}

TEST_CASE("two processors of a k-ary n-tree are twice the level apart that joins them") {
  check_distances(*network("k-ary-n-tree", {{"arity", "3"}, {"height", "3"}}),
                  [](NodeId a, NodeId b) {
                    unsigned level = 0;
                    for (; a != b; ++level) a /= 3, b /= 3;
                    return 2 * level;
                  });
}

TEST_CASE("switches of a k-ary n-tree forward, its processors do not") {
  const auto tree = network("k-ary-n-tree", {{"arity", "2"}, {"height", "2"}});
  CHECK(tree->direct());
  for (NodeId v = 0; v < tree->nodes(); ++v) CHECK(tree->forwards(v) == (v >= 4));
  CHECK(tree->node_name(4) == "s1.0");
  CHECK(tree->node_name(7) == "s2.1");
}

TEST_CASE("two leaves of a tree of mixed arity are twice the level apart that joins them") {
  const auto tree = network("tree", {{"children", "2,3,2"}, {"capacity", "1,1,2"}});
  check_distances(*tree, [](NodeId a, NodeId b) {
    if (a == b) return 0U;
    return a / 2 == b / 2 ? 2U : a / 6 == b / 6 ? 4U : 6U;
  });
  CHECK(tree->node_name(12) == "s1.0");
  CHECK(tree->node_name(20) == "s3.0");
  for (NodeId v = 0; v < tree->nodes(); ++v) CHECK(tree->forwards(v) == (v >= 12));
  CHECK(tree->channels()[tree->find_channel(18, 20)].capacity == 2);
}

TEST_CASE("the DGX-1 has six links per processor, and its quads' double links") {
  const auto dgx1 = network("dgx1", {});
  for (NodeId v = 0; v < 8; ++v) {
    unsigned out = 0;
    for (const ChannelId c : dgx1->outputs(v)) out += dgx1->channels()[c].capacity;
    CHECK(out == 6);
  }
  CHECK(dgx1->channels()[dgx1->find_channel(0, 3)].capacity == 2);
  CHECK(dgx1->channels()[dgx1->find_channel(7, 6)].capacity == 2);
  CHECK(dgx1->channels()[dgx1->find_channel(5, 7)].capacity == 1);
  CHECK(dgx1->find_channel(0, 5) == kNone);
}

TEST_CASE("graphs take single ports, all links, and counted ports alike") {
  const auto ring = network("ring", {{"processors", "4"}});
  for (const char* name : {"single", "multi", "2"}) {
    const Ports ports = find_ports(name).value();
    CHECK(ring->has(ports));
    const PortLimit limit = ring->port_limit(ports);
    const std::uint32_t most = ports.single() ? 1 : ports.count == 2 ? 2 : kNone;
    CHECK(limit.sends == most);
    CHECK(limit.receives == most);
  }
}

TEST_CASE("impossible options of families are refused by name with what is allowed") {
  using Catch::Contains;
  CHECK_THAT(error_of("ring", {}), Contains("`processors` is missing"));
  CHECK_THAT(error_of("ring", {{"processors", "1"}}), Contains("`processors` 1: give a number"));
  CHECK_THAT(error_of("torus", {{"dims", "4x1"}}), Contains("`dims` 4x1: give numbers from 2"));
  CHECK_THAT(error_of("torus", {{"dims", "4x"}}), Contains("`dims` 4x:"));
  CHECK_THAT(error_of("mesh", {{"dims", "4,4"}}), Contains("with 'x' between"));
  CHECK_THAT(error_of("mesh", {{"dims", "1024x1024x2"}}), Contains("at most 1048576 nodes"));
  CHECK_THAT(error_of("hypercube", {{"dimensions", "30"}}), Contains("from 1 to 19"));
  const auto circulant = [](const char* strides) {
    return error_of("circulant", {{"processors", "8"}, {"strides", strides}});
  };
  CHECK_THAT(circulant("2,4"), Contains("`strides` 2,4: not connected"));
  CHECK_THAT(circulant("1,8"), Contains("from 1 to 7"));
  CHECK_THAT(circulant("1,7"), Contains("7 is there already"));
  CHECK_THAT(error_of("de-bruijn", {{"alphabet", "1000"}, {"length", "3"}}), Contains("at most"));
  CHECK_THAT(error_of("kautz", {{"alphabet", "2"}, {"length", "3"}}), Contains("from 3"));
  CHECK_THAT(error_of("pancake", {{"symbols", "13"}}), Contains("`symbols` 13"));
  CHECK_THAT(error_of("tree", {{"children", "2,0"}}), Contains("`children` 2,0: give numbers"));
  CHECK_THAT(error_of("tree", {{"children", "1,1"}}), Contains("`children` 1,1: one processor"));
  CHECK_THAT(error_of("tree", {{"children", "1000,1000,2"}}), Contains("at most 1048576 nodes"));
  CHECK_THAT(error_of("tree", {{"children", "2,3"}, {"capacity", "2"}}),
             Contains("`capacity` 2: 1 level of 2"));
  CHECK_THAT(error_of("tree", {{"children", "2"}, {"capacity", "65"}}), Contains("at most 64"));
  CHECK_THAT(error_of("rooted-tree", {{"parents", "0,2"}}),
             Contains("`parents` 0,2: 2 as the parent of node 2"));
}
