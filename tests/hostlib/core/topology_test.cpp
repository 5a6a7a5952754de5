// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/topology.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/topologies.hpp"

using namespace romcast;

namespace {

struct Shape {
  unsigned arity, height;
  const char* capacity;
};
const std::vector<Shape> kShapes{{2, 1, "constant"}, {2, 2, "1,2"}, {2, 4, "exponential"},
                                 {3, 3, "constant"}, {4, 2, "1,3"}, {5, 2, "exponential"},
                                 {16, 1, "1"},       {3, 2, "1,1"}};

using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

BoostGraph graph_of(const Topology& topology) {
  BoostGraph graph(topology.nodes());
  for (const Channel& channel : topology.channels())
    boost::add_edge(channel.from, channel.to, graph);
  return graph;
}

std::vector<unsigned> distances_from(const BoostGraph& graph, NodeId node) {
  std::vector<unsigned> distance(boost::num_vertices(graph), 0);
  boost::breadth_first_search(graph, node,
                              boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                  distance.data(), boost::on_tree_edge()))));
  return distance;
}

// The message of the InputError that building a network throws, or "no error".
std::string network_error(const std::string& network,
                          const std::map<std::string, std::string>& options) {
  try {
    make_topology(network, [&](std::string_view name) -> std::optional<std::string> {
      const auto found = options.find(std::string(name));
      return found == options.end() ? std::nullopt : std::optional(found->second);
    });
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string network_error(const std::map<std::string, std::string>& options) {
  return network_error("fat-tree", options);
}

}  // namespace

TEST_CASE("a fat tree has k^h leaves and a link per unit of capacity in both directions") {
  const FatTree tree(3, 2, "1,2");
  CHECK(tree.processors() == 9);
  CHECK(tree.switches() == 4);          // 3 at level 1, and the root
  CHECK(tree.channels().size() == 24);  // 9 + 3 branches, both ways
  CHECK(tree.links() == 2 * (9 + 3 * 2));
}

TEST_CASE("the distance of two leaves is twice the level where their paths meet") {
  for (const Shape& shape : kShapes) {
    const FatTree tree(shape.arity, shape.height, shape.capacity);
    const BoostGraph graph = graph_of(tree);
    for (NodeId leaf = 0; leaf < tree.processors(); ++leaf) {
      const std::vector<unsigned> distance = distances_from(graph, leaf);
      for (NodeId other = 0; other < tree.processors(); ++other) {
        REQUIRE(distance[other] == 2 * tree.turn_level(leaf, other));
      }
    }
  }
}

TEST_CASE("every route takes the message one hop nearer") {
  for (const Shape& shape : kShapes) {
    const FatTree tree(shape.arity, shape.height, shape.capacity);
    const BoostGraph graph = graph_of(tree);
    // Channels exist in both directions, so distances from the destination are distances to it.
    for (NodeId destination = 0; destination < tree.processors(); ++destination) {
      const std::vector<unsigned> distance = distances_from(graph, destination);
      for (NodeId at = 0; at < tree.nodes(); ++at) {
        if (at == destination) continue;
        const Channel& channel = tree.channels()[tree.route(at, destination)];
        REQUIRE(channel.from == at);
        REQUIRE(distance[channel.to] + 1 == distance[at]);
      }
    }
  }
}

TEST_CASE("every channel has its opposite and only upward channels lead to a higher level") {
  for (const Shape& shape : kShapes) {
    const FatTree tree(shape.arity, shape.height, shape.capacity);
    for (const Channel& channel : tree.channels()) {
      REQUIRE(tree.find_channel(channel.to, channel.from) != kNone);
      REQUIRE(channel.up == (tree.level(channel.to) > tree.level(channel.from)));
      REQUIRE(channel.capacity ==
              tree.capacity(std::max(tree.level(channel.to), tree.level(channel.from))));
    }
  }
}

TEST_CASE("links are numbered without gaps and know their channel") {
  const FatTree tree(2, 3, "1,2,4");
  std::set<LinkId> seen;
  for (ChannelId c = 0; c < tree.channels().size(); ++c) {
    const Channel& channel = tree.channels()[c];
    for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
      REQUIRE(tree.channel_of(channel.first_link + lane) == c);
      REQUIRE(seen.insert(channel.first_link + lane).second);
    }
  }
  CHECK(seen.size() == tree.links());
  CHECK(*seen.rbegin() + 1 == tree.links());
}

TEST_CASE("the ports of a node are its channels, each once") {
  const FatTree tree(3, 2, "constant");
  std::size_t outputs = 0;
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    for (const ChannelId c : tree.outputs(node)) REQUIRE(tree.channels()[c].from == node);
    for (const ChannelId c : tree.inputs(node)) REQUIRE(tree.channels()[c].to == node);
    outputs += tree.outputs(node).size();
  }
  CHECK(outputs == tree.channels().size());
}

TEST_CASE("nodes are found by their names and by no others") {
  const FatTree tree(2, 3, "constant");
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    REQUIRE(tree.find_node(tree.node_name(node)) == node);
  }
  for (const char* name : {"", "p", "p8", "p-1", "p1x", "s1", "s1.", "s1.4", "s0.0", "s4.0", "q1",
                           "s1.0.0", "p18446744073709551617", "s4294967297.0"}) {
    CAPTURE(name);
    CHECK(tree.find_node(name) == kNone);
  }
}

TEST_CASE("a topology can be rebuilt from its options") {
  for (const Shape& shape : kShapes) {
    const FatTree tree(shape.arity, shape.height, shape.capacity);
    const NetworkOptions options = tree.options();
    const auto again =
        make_topology(tree.network(), [&](std::string_view name) -> std::optional<std::string> {
          for (const auto& [option, value] : options) {
            if (option == name) return value;
          }
          return std::nullopt;
        });
    CHECK(again->options() == options);
    CHECK(again->links() == tree.links());
  }
}

TEST_CASE("impossible network options are refused by name with what is allowed") {
  using Catch::Contains;
  CHECK_THAT(network_error("rung", {}), Contains("`network` rung") && Contains("fat-tree"));
  CHECK_THAT(network_error({{"height", "2"}}), Contains("`arity`") && Contains("missing"));
  CHECK_THAT(network_error({{"arity", "1"}, {"height", "2"}}),
             Contains("`arity` 1") && Contains("2"));
  CHECK_THAT(network_error({{"arity", "17"}, {"height", "2"}}), Contains("`arity` 17"));
  CHECK_THAT(network_error({{"arity", "x"}, {"height", "2"}}), Contains("`arity` x"));
  CHECK_THAT(network_error({{"arity", "2"}, {"height", "0"}}), Contains("`height` 0"));
  CHECK_THAT(network_error({{"arity", "2"}, {"height", "21"}}), Contains("`height` 21"));
  CHECK_THAT(network_error({{"arity", "16"}, {"height", "12"}}), Contains("`height` 12"));
}

TEST_CASE("impossible capacities are refused") {
  using Catch::Contains;
  const auto error = [](const char* capacity) {
    return network_error({{"arity", "2"}, {"height", "2"}, {"capacity", capacity}});
  };
  CHECK(error("1,1") == "no error");
  CHECK_THAT(error("1"), Contains("`capacity` 1") && Contains("one per level"));
  CHECK_THAT(error("1,1,1"), Contains("one per level"));
  CHECK_THAT(error("2,2"), Contains("c_1 must be 1"));
  CHECK_THAT(error("1,0"), Contains("'0'"));
  CHECK_THAT(error("1,x"), Contains("'x'"));
  CHECK_THAT(error("1,"), Contains("''"));
  CHECK_THAT(error("1,4000000000"), Contains("do not fit memory"));
  CHECK_THAT(network_error({{"arity", "2"}, {"height", "3"}, {"capacity", "1,3,2"}}),
             Contains("decrease"));
}

TEST_CASE("only the default timing is plain, and start-up alone makes no LogP machine") {
  CHECK(Timing{}.plain());
  CHECK_FALSE(Timing{}.logp());
  CHECK_FALSE(Timing{.startup = 1}.plain());
  CHECK_FALSE(Timing{.startup = 1}.logp());
  for (const Timing timing :
       {Timing{.latency = 2}, Timing{.overhead = 1}, Timing{.gap = 2}, Timing{.buffered = true}}) {
    CHECK_FALSE(timing.plain());
    CHECK(timing.logp());
  }
}

TEST_CASE("the machine of Figure 1 delivers after 10 cycles and has 2 messages in transit") {
  const Timing figure{.latency = 6, .overhead = 2, .gap = 4};
  CHECK(figure.delay() == 10);
  CHECK(figure.spacing() == 4);
  CHECK(figure.most_in_transit() == 2);
}
