// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/tiles.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

networks::Network tiles_of(const std::string& name, const std::string& option,
                           const std::string& value) {
  return networks::family(name, {{option, value}, {"tiles", "on"}});
}

}  // namespace

TEST_CASE("each processor becomes an endpoint and a router, with a link each way") {
  const auto torus = tiles_of("torus", "dims", "3x4");
  CHECK(torus->processors() == 12);
  CHECK(torus->nodes() == 24);
  CHECK(torus->channels().size() == 12 * 4 + 2 * 12);
  for (NodeId p = 0; p < 12; ++p) {
    CHECK_FALSE(torus->forwards(p));
    REQUIRE(torus->outputs(p).size() == 1);
    REQUIRE(torus->inputs(p).size() == 1);
    const NodeId router = torus->channels()[torus->outputs(p)[0]].to;
    CHECK(router == 12 + p);
    CHECK(torus->node_name(router) == "r" + std::to_string(p));
    CHECK(torus->forwards(router));
    CHECK(torus->outputs(router).size() == 5);
  }
  REQUIRE(torus->tiled() != nullptr);
  CHECK(torus->tiled()->group() != nullptr);
}

TEST_CASE("routers are linked as the processors were") {
  const auto mesh = tiles_of("mesh", "dims", "2x3");
  const auto plain = networks::mesh({2, 3});
  for (const Channel& channel : plain->channels()) {
    CHECK(mesh->find_channel(6 + channel.from, 6 + channel.to) != kNone);
  }
  CHECK(mesh->channels().size() == plain->channels().size() + 12);
}

TEST_CASE("a star graph has tiles, whose routers are linked as its nodes were") {
  const auto tiles = tiles_of("star", "symbols", "4");
  CHECK(tiles->processors() == 24);
  CHECK(tiles->nodes() == 48);
  CHECK(tiles->node_name(0) == "1234");
  const auto star = networks::star_graph(4);
  for (const Channel& channel : star->channels()) {
    CHECK(tiles->find_channel(24 + channel.from, 24 + channel.to) != kNone);
  }
  CHECK(tiles->channels().size() == 24 * 3 + 2 * 24);
  CHECK_FALSE(tiles->intact());  // algorithms for star graphs are not for these nodes
  REQUIRE(tiles->tiled() != nullptr);
  CHECK(tiles->tiled()->group() != nullptr);
}

TEST_CASE("switches stay, and endpoints are no tiles") {
  const auto cluster =
      networks::family("cluster", {{"machines", "2"}, {"gpus", "2"}, {"tiles", "on"}});
  const auto plain = networks::family("cluster", {{"machines", "2"}, {"gpus", "2"}});
  CHECK(cluster->nodes() == plain->nodes() + 4);
  CHECK(cluster->find_node("s0") != kNone);
}

TEST_CASE("off is the network itself, and other values are refused") {
  const auto off = networks::family("ring", {{"processors", "5"}, {"tiles", "off"}});
  CHECK(off->nodes() == 5);
  CHECK_THROWS_WITH(networks::family("ring", {{"processors", "5"}, {"tiles", "maybe"}}),
                    Contains("give on or off"));
}

TEST_CASE("links of tiles break like others") {
  const auto broken =
      networks::family("torus", {{"dims", "3x3"}, {"tiles", "on"}, {"without", "r0-r1"}});
  CHECK(broken->channels().size() == 9 * 4 + 2 * 9 - 2);
  CHECK(broken->processors() == 9);
}
