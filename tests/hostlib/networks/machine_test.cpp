// SPDX-License-Identifier: Apache-2.0
// Machines against the link counts and bandwidths that others have published.
#include "romcast/networks/machine.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "hostlib/graph_oracle.hpp"

using namespace romcast;

namespace {

std::uint32_t lanes(const Topology& network, const std::string& from, const std::string& to) {
  const ChannelId c = network.find_channel(network.find_node(from), network.find_node(to));
  return c == kNone ? 0 : network.channels()[c].capacity;
}

std::uint32_t links_out(const Topology& network, NodeId node) {
  std::uint32_t links = 0;
  for (const ChannelId c : network.outputs(node)) links += network.channels()[c].capacity;
  return links;
}

// Returns, for each node, a pair for each channel out of the node: the channel's lanes, and the
// number of directed triangles that contain the channel.
std::multiset<std::multiset<std::pair<std::uint32_t, std::uint32_t>>> shapes(const Topology& a) {
  std::multiset<std::multiset<std::pair<std::uint32_t, std::uint32_t>>> all;
  for (NodeId v = 0; v < a.nodes(); ++v) {
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> one;
    for (const ChannelId c : a.outputs(v)) {
      const NodeId to = a.channels()[c].to;
      std::uint32_t triangles = 0;
      for (const ChannelId next : a.outputs(to)) {
        triangles += a.find_channel(a.channels()[next].to, v) != kNone ? 1 : 0;
      }
      one.emplace(a.channels()[c].capacity, triangles);
    }
    all.insert(one);
  }
  return all;
}

}  // namespace

TEST_CASE("an NDv2 has the NVLinks of a DGX-1 under other numbers") {
  const auto ndv2 = network("ndv2", {});
  CHECK(shapes(*ndv2) == shapes(*network("dgx1", {})));
  // Rows 0 and 3 of TACCL's table of inverse bandwidths (taccl/topologies/generic.py), in links:
  // half the inverse bandwidth of one link stands for two links.
  const std::vector<std::uint32_t> row0{0, 2, 1, 1, 2, 0, 0, 0}, row3{1, 2, 2, 0, 0, 0, 0, 1};
  for (NodeId v = 0; v < 8; ++v) {
    CHECK(lanes(*ndv2, "p0", "p" + std::to_string(v)) == row0[v]);
    CHECK(lanes(*ndv2, "p3", "p" + std::to_string(v)) == row3[v]);
  }
}

TEST_CASE("GPU 0 of an NDv2 sends to GPU 1 of the other, at a quarter of a doubled NVLink") {
  const auto pair = network("ndv2", {{"machines", "2"}});
  CHECK(lanes(*pair, "p0", "p9") == 1);
  CHECK(lanes(*pair, "p8", "p1") == 1);
  CHECK(lanes(*pair, "p9", "p0") == 0);
  CHECK(lanes(*pair, "p8", "p9") == 4);
  CHECK(lanes(*pair, "p8", "p10") == 2);
  const auto four = network("ndv2", {{"machines", "4"}});
  CHECK(lanes(*four, "p8", "ib") == 1);
  CHECK(lanes(*four, "ib", "p9") == 1);
  CHECK(lanes(*four, "ib", "p8") == 0);
}

TEST_CASE("links of a DGX-2 to its switch have ten times the bandwidth of those between two") {
  const auto pair = network("dgx2", {{"machines", "2"}});
  CHECK(lanes(*pair, "p5", "s0") == 10);
  CHECK(lanes(*pair, "s1", "p20") == 10);
  CHECK(lanes(*pair, "p5", "p20") == 1);
  CHECK(lanes(*pair, "p21", "p4") == 1);
  CHECK(lanes(*pair, "p20", "p5") == 0);
}

TEST_CASE("a GPU of a DGX A100 has 300 GB/s to its switch and 25 GB/s to its card") {
  const auto pair = network("dgx-a100", {{"machines", "2"}});
  CHECK(lanes(*pair, "p3", "s0") == 12);
  CHECK(lanes(*pair, "p3", "nic0.3") == 1);
  CHECK(lanes(*pair, "nic0.3", "ib1") == 1);
  CHECK(lanes(*pair, "nic1.4", "ib0") == 1);
  CHECK(lanes(*pair, "nic1.4", "ib1") == 0);
}

TEST_CASE("each processor of an MI250 machine has seven links, four of them to its twin") {
  const auto one = network("mi250", {});
  for (NodeId v = 0; v < 16; ++v) {
    CHECK(links_out(*one, v) == 7);
    CHECK(one->channels()[one->find_channel(v, v ^ 1)].capacity == 4);
  }
  CHECK(one->notes().empty());
}

TEST_CASE("bandwidths that need too many lanes are rounded, and a note says so") {
  const auto pair = network("mi250", {{"machines", "2"}});
  CHECK(lanes(*pair, "p0", "p1") == 12);
  CHECK(lanes(*pair, "p0", "p4") == 6);
  CHECK(lanes(*pair, "p0", "p8") == 3);
  CHECK(lanes(*pair, "p0", "ib") == 1);  // 16 GB/s, rounded to a lane of 50/3 GB/s
  REQUIRE(pair->notes().size() == 1);
  CHECK(pair->notes()[0].find("rounded by up to 4.2 %") != std::string::npos);
}

TEST_CASE("with the size of a message no bandwidth of a machine is rounded") {
  // 400 kB take 8 us at 50 GB/s and 25 us at 16 GB/s.
  const auto pair = network("mi250", {{"machines", "2"}, {"chunk", "400kB"}});
  const auto link = [&](const char* from, const char* to) {
    return pair->channels()[pair->find_channel(pair->find_node(from), pair->find_node(to))];
  };
  CHECK(lanes(*pair, "p0", "p1") == 4);
  CHECK(lanes(*pair, "p0", "p8") == 1);
  CHECK(link("p0", "p1").time == LinkTime{8, 0});
  CHECK(link("p0", "p8").time == LinkTime{8, 0});
  CHECK(link("p0", "ib").time == LinkTime{25, 0});
  CHECK(pair->cycle_seconds() == Approx(1e-6));
  REQUIRE(pair->notes().size() == 1);
  CHECK(pair->notes()[0] == "a cycle is 1 us");
}

TEST_CASE("the card of a cluster serves its share of the processors") {
  const auto made = network(
      "cluster",
      {{"machines", "2"}, {"gpus", "4"}, {"nics", "2"}, {"gpu-lanes", "3"}, {"nic-lanes", "2"}});
  CHECK(lanes(*made, "p5", "s1") == 3);
  CHECK(lanes(*made, "p5", "nic1.0") == 2);
  CHECK(lanes(*made, "p5", "nic1.1") == 0);
  CHECK(lanes(*made, "nic1.1", "ib") == 2);
  CHECK(made->find_channel(made->find_node("s0"), made->find_node("ib")) == kNone);
}
