// SPDX-License-Identifier: Apache-2.0
// Bounds against optima that the literature proves; no bound may exceed its optimum, and where a
// bound is known to be tight, it must be found.
#include "schedules/bounds/bounds.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/networks/graph_network.hpp"
#include "schedules/any/edges.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

constexpr Ports kMulti{}, kSingle{Ports::Kind::single};

bounds::Bound best(const Network& network, CollectiveKind kind, Ports ports,
                   std::uint32_t messages = 1, NodeId source = 0) {
  const Collective collective(kind, network->processors(), source, messages);
  return bounds::best_bound({*network, collective, ports});
}

std::uint64_t value(const Network& network, CollectiveKind kind, Ports ports,
                    std::uint32_t messages = 1, NodeId source = 0) {
  return best(network, kind, ports, messages, source).cycles;
}

// The bound of this name; 0 if there is none.
std::uint64_t named(std::string_view name, const Topology& network, const Collective& collective,
                    Ports ports = kMulti) {
  for (const bounds::Bound& bound : bounds::all_bounds({network, collective, ports})) {
    if (bound.name == name) return bound.cycles;
  }
  return 0;
}

using enum CollectiveKind;

// A torus of side^2 switches, each with an endpoint.
std::shared_ptr<const GraphNetwork> torus_of_endpoints(NodeId side) {
  const NodeId n = side * side;
  Graph graph = Graph::numbered(n);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  for (NodeId s = 0; s < n; ++s) {
    graph.nodes.push_back({"s" + std::to_string(s), NodeRole::forwarder});
  }
  for (NodeId s = 0; s < n; ++s) {
    graph.join(s, n + s);
    graph.join(n + s, n + s - s % side + (s + 1) % side);
    graph.join(n + s, n + (s + side) % n);
  }
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
}

// Hops from a switch of a ring to the one that is `places` further on.
NodeId round(NodeId places, NodeId length) { return std::min(places, length - places); }

}  // namespace

TEST_CASE("hypercubes are bounded by what is optimal on them", "[any][bounds][exhaustive]") {
  // Johnsson & Ho 1989, Bertsekas et al. 1991.
  for (unsigned d = 2; d <= 7; ++d) {
    const Network cube = hypercube(d);
    const std::uint64_t n = 1U << d;
    CHECK(value(cube, allgather, kMulti) == (n - 1 + d - 1) / d);
    CHECK(value(cube, alltoall, kMulti) == n / 2);
    CHECK(value(cube, alltoall, kSingle) == d * n / 2);
    CHECK(value(cube, allgather, kSingle) == n - 1);
    CHECK(value(cube, broadcast, kSingle) == d);
    CHECK(value(cube, broadcast, kMulti) == d);
    CHECK(value(cube, scatter, kSingle) == n - 1);
    CHECK(value(cube, scatter, kMulti) == (n - 1 + d - 1) / d);
  }
}

TEST_CASE("a bound says whether some schedule attains it", "[any][bounds]") {
  CHECK(best(petersen(), scatter, kMulti).attained);  // by a maximum flow
  CHECK(best(petersen(), gather, kSingle).attained);
  CHECK(best(path(6), broadcast, kSingle, 1, 2).attained);  // the network is a tree
  CHECK_FALSE(best(path(6), broadcast, kSingle, 2, 2).attained);
  CHECK_FALSE(best(petersen(), alltoall, kMulti).attained);
  CHECK_FALSE(best(dgx1(), allgather, kMulti).attained);
}

TEST_CASE("SCCL's table of the DGX-1 is bounded exactly", "[any][bounds]") {
  for (std::uint32_t m = 1; m <= 6; ++m) CHECK(value(dgx1(), allgather, kMulti, m) == m + 1);
}

TEST_CASE("rings and tori are bounded by what is optimal on them", "[any][bounds]") {
  for (NodeId n = 3; n <= 12; ++n) {
    CHECK(value(ring(n), allgather, kMulti) == n / 2);
    CHECK(value(ring(n), alltoall, kMulti) == (n * n / 4 + 1) / 2);
    CHECK(value(ring(n), broadcast, kSingle) == (n + 1) / 2);
  }
  CHECK(value(grid({8, 8}, true), allgather, kMulti) == 16);
  CHECK(value(grid({8, 8}, true), alltoall, kMulti) == 64);
  CHECK(value(grid({8, 8, 8}, true), allgather, kMulti) == 86);
  CHECK(value(grid({8, 8}, false), allgather, kMulti) == 32);
  CHECK(value(grid({8, 8}, false), alltoall, kMulti) == 128);
  CHECK(value(grid({4, 4}, true), alltoall, kSingle) == 32);
}

TEST_CASE("de Bruijn and Petersen graphs are bounded by their degrees", "[any][bounds]") {
  // Node 0 has only one incoming link, since its loop is omitted.
  CHECK(value(de_bruijn(2, 6), allgather, kMulti) == 63);
  CHECK(value(petersen(), allgather, kMulti) == 3);
  CHECK(value(petersen(), broadcast, kSingle) == 4);
  CHECK(value(petersen(), alltoall, kMulti) == 5);
}

TEST_CASE("a broadcast in a tree tells those first who have most to tell", "[any][bounds]") {
  CHECK(value(path(9), broadcast, kSingle) == 8);
  CHECK(value(path(9), broadcast, kSingle, 1, 4) == 5);
  CHECK(value(star_of(6), broadcast, kSingle) == 6);
  CHECK(value(star_of(6), broadcast, kSingle, 1, 3) == 6);
  CHECK(best(star_of(6), broadcast, kSingle).name == "tree");
}

TEST_CASE("who feeds several leaves by one port is bounded by all that they need",
          "[any][bounds]") {
  // Six leaves need six messages each from the node in the middle.
  CHECK(value(star_of(6), allgather, kSingle) == 36);
  CHECK(best(star_of(6), allgather, kSingle).name == "supply");
  CHECK(value(star_of(6), allgather, kMulti) == 6);
}

TEST_CASE("a bottleneck bounds what crosses it", "[any][bounds]") {
  // Two triangles, a bridge between them: 9 messages in each direction.
  const Network dumbbell = undirected(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}});
  const bounds::Bound alltoall_bound = best(dumbbell, alltoall, kMulti);
  CHECK(alltoall_bound.cycles >= 9);
  CHECK(value(dumbbell, gather, kMulti, 2, 0) == 6 + 1);  // 6 messages over the bridge, then a hop
}

TEST_CASE("the worst of all cuts bounds an allgather on a network of any size", "[any][bounds]") {
  // Four groups of six in a ring of groups; the node numbers of a group are far apart. 10 messages
  // from each of the 18 other nodes must enter a group over its two links from other groups.
  std::vector<Edge> edges;
  const auto node = [](NodeId group, NodeId member) { return (member * 4 + group) * 7 % 24; };
  for (NodeId group = 0; group < 4; ++group) {
    for (NodeId a = 0; a < 6; ++a) {
      for (NodeId b = 0; b < a; ++b) edges.push_back({node(group, a), node(group, b), 3});
    }
    edges.push_back({node(group, 0), node((group + 1) % 4, 3)});
  }
  const Network groups = undirected(24, edges);
  const Collective collective(allgather, 24, 0, 10);
  CHECK(named("cut", *groups, collective) == 90);
}

TEST_CASE("bounds of large networks are quick and of the known value",
          "[any][bounds][exhaustive]") {
  CHECK(value(grid({16, 16, 16}, true), allgather, kMulti) == 683);
  CHECK(value(grid({32, 32}, false), alltoall, kMulti) == 8192);
  CHECK(value(grid({32, 32}, true), alltoall, kMulti) == 4096);
}

TEST_CASE("who cannot be reached is named", "[any][bounds]") {
  const Network two = undirected(4, {{0, 1}, {2, 3}});
  CHECK_THROWS_AS(value(two, broadcast, kMulti), InputError);
}

TEST_CASE("an exchange is bounded by its own messages", "[any][bounds]") {
  const Network line = path(5);
  const Collective collective(5, {{0, 4}, {0, 4}, {0, 4}, {1, 1 + 1}});
  CHECK(bounds::best_bound({*line, collective, kMulti}).cycles == 6);
}

TEST_CASE("an alltoall of endpoints waits for their links, and travels the mean distance",
          "[any][bounds][exhaustive]") {
  // n endpoints around one switch need n cycles, by a Latin square.
  for (NodeId n = 3; n < 9; ++n) {
    Graph graph = Graph::numbered(n);
    for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
    graph.nodes.push_back({"s", NodeRole::forwarder});
    for (NodeId p = 0; p < n; ++p) graph.join(p, n);
    const GraphNetwork star("graph", NetworkOptions{}, graph);
    const Collective collective(alltoall, n, 0, 1);
    CHECK(bounds::best_bound({star, collective, kMulti}).cycles == n);
  }
  // A message waits n - 2 cycles on average, at its source and its destination together, and
  // crosses two links of endpoints and the mean distance of switches; the sum is rounded up.
  for (NodeId side = 4; side <= 8; ++side) {
    const NodeId n = side * side;
    NodeId distances = 0;
    for (NodeId x = 0; x < side; ++x) {
      for (NodeId y = 0; y < side; ++y) distances += round(x, side) + round(y, side);
    }
    const Collective collective(alltoall, n, 0, 1);
    const auto network = torus_of_endpoints(side);
    const std::uint64_t cycles = n + (distances + n - 2) / (n - 1);
    CHECK(named("mean delay", *network, collective) == cycles);
    CHECK(bounds::best_bound({*network, collective, kMulti}).cycles == cycles);
  }
}

TEST_CASE("links with times make the messages of endpoints wait and travel longer",
          "[any][bounds]") {
  // On average, a message waits for (n - 2) / 2 others at its source and for as many again at its
  // destination; each message crosses two links.
  const LinkTime time{.cycles = 3, .latency = 5};
  for (NodeId n = 3; n < 7; ++n) {
    Graph graph = Graph::numbered(n);
    for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
    graph.nodes.push_back({"s", NodeRole::forwarder});
    for (NodeId p = 0; p < n; ++p) graph.join(p, n, 1, time);
    const GraphNetwork star("graph", NetworkOptions{}, graph);
    const Collective collective(alltoall, n, 0, 1);
    for (const Ports ports : {kMulti, kSingle}) {
      CHECK(named("mean delay", star, collective, ports) == (n - 2) * 3 + 2 * (3 + 5));
    }
  }
}
