// SPDX-License-Identifier: Apache-2.0
// Rates of allgathers against the ratios of all node sets in small networks, and against published
// optima.
#include "schedules/rates/gather_rate.hpp"

#include <catch2/catch.hpp>

#include "hostlib/graph_oracle.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;
using namespace romcast::rates;

namespace {

// The largest ratio of the processors in a set to the links that leave it (with `reversed`, that
// enter it), over all sets of nodes that have a processor and lack one.
double largest_ratio(const Topology& network, bool reversed) {
  double largest = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << network.nodes(); ++set) {
    unsigned senders = 0, links = 0;
    for (NodeId v = 0; v < network.processors(); ++v) senders += set >> v & 1;
    if (senders == 0 || senders == network.processors()) continue;
    for (const Channel& channel : network.channels()) {
      const NodeId from = reversed ? channel.to : channel.from;
      const NodeId to = reversed ? channel.from : channel.to;
      links += (set >> from & 1) != 0 && (set >> to & 1) == 0 ? channel.capacity : 0;
    }
    largest = std::max(largest, double(senders) / links);
  }
  return largest;
}

}  // namespace

TEST_CASE("the rate of an allgather is the largest ratio over all sets of nodes") {
  const std::vector<std::pair<std::string, GivenOptions>> networks{
      {"mesh", {{"dims", "3x4"}}},
      {"de-bruijn", {{"alphabet", "2"}, {"length", "3"}}},
      {"generalized-kautz", {{"processors", "11"}, {"out-degree", "2"}}},
      {"dgx1", {}},
      {"ndv2", {{"machines", "1"}}},
      {"rooted-tree", {{"parents", "0,0,1,1,2,5,5"}}},
      {"dgx-a100", {}},
      {"dragonfly", {{"routers", "3"}, {"global", "1"}}},
      {"random-regular", {{"processors", "12"}, {"out-degree", "3"}, {"random-seed", "4"}}}};
  for (const auto& [name, options] : networks) {
    const auto made = network(name, options);
    CAPTURE(name);
    CHECK(gather_rate(*made).value() == Approx(largest_ratio(*made, false)));
    CHECK(gather_rate(*made, Direction::reversed).value() == Approx(largest_ratio(*made, true)));
  }
}

TEST_CASE("the set that proves a rate has its senders and links") {
  for (const char* dims : {"3x5", "2x2x4"}) {
    const auto mesh = network("mesh", {{"dims", dims}});
    const GatherRate rate = gather_rate(*mesh);
    std::vector<bool> inside(mesh->nodes(), false);
    for (const NodeId v : rate.set) inside[v] = true;
    std::uint64_t links = 0;
    for (const Channel& channel : mesh->channels()) {
      links += inside[channel.from] && !inside[channel.to] ? channel.capacity : 0;
    }
    CHECK(rate.set.size() == rate.senders);
    CHECK(links == rate.links);
    CHECK(rate.cycles * rate.links == rate.messages * rate.senders);
  }
}

// ForestColl (Zhao et al. 2024), table of theoretical optima, and SCCL (Cai et al. 2021): six
// messages of each processor in 7 rounds on a DGX-1, 7/6 cycles per message.
TEST_CASE("published optima of machines are met") {
  const auto exactly = [](const std::string& name, const GivenOptions& options,
                          std::uint64_t cycles, std::uint64_t messages) {
    const GatherRate rate = gather_rate(*network(name, options));
    CAPTURE(name);
    CHECK(rate.exact);
    CHECK(rate.cycles == cycles);
    CHECK(rate.messages == messages);
  };
  exactly("dgx1", {}, 7, 6);
  // ForestColl's 342.86 GB/s with 16 GPUs and lanes of 50 GB/s: 16 * 50 / 342.86 = 7/3.
  exactly("mi250", {}, 7, 3);
  // 342.86 GB/s with 8 GPUs, each with one lane of 300 GB/s: 8 * 300 / 342.86 = 7.
  exactly("dgx-a100", {}, 7, 1);
  // 346.67 GB/s with 16 GPUs and lanes of 25 GB/s: 16 * 25 / 346.67 = 15/13.
  exactly("dgx-a100", {{"machines", "2"}}, 15, 13);
  exactly("mesh", {{"dims", "4x4"}}, 15, 2);
  exactly("line 2 (degree 4 (complete 2))", {}, 127, 4);
}

// TE-CCL (Liu et al. 2024), table of large allgathers: 129.03 GB/s on two DGX-2, where a lane has
// 12.5 GB/s: 32 * 12.5 / (31/10).
TEST_CASE("the rate of an allgather on two DGX-2 is what others have found") {
  const GatherRate rate = gather_rate(*network("dgx2", {{"machines", "2"}}));
  CHECK(rate.cycles == 31);
  CHECK(rate.messages == 10);
}

// ForestColl: 354.13 GB/s on two machines of 16 GPUs each. `exact` has the machines' exact
// bandwidths in lanes of 2 GB/s; some channels have more lanes than kMostLanes (graph.hpp) allows.
TEST_CASE("the rate of an allgather on two MI250 machines is ForestColl's") {
  const auto rounded = network("mi250", {{"machines", "2"}});
  Graph graph = dynamic_cast<const GraphNetwork&>(*rounded).graph();
  for (Graph::Edge& edge : graph.edges) {
    edge.lanes = edge.lanes == 1 ? 8 : edge.lanes == 3 ? 25 : edge.lanes == 6 ? 50 : 100;
  }
  const GraphNetwork exact(kGraph, {}, graph);
  CHECK(32 * 2 / gather_rate(exact).value() == Approx(354.13).epsilon(1e-5));
}

TEST_CASE("a regular network of the families has (N - 1) / D") {
  for (const char* text : {"torus 4x5", "hypercube 5", "kautz 3 4", "petersen", "slim-fly 4"}) {
    const auto made = network(text, {});
    const GatherRate rate = gather_rate(*made);
    CHECK(rate.value() == Approx(double(made->nodes() - 1) / double(made->outputs(0).size())));
  }
}

TEST_CASE("a rate whose work ends is a lower bound and says so") {
  const auto mesh = network("mesh", {{"dims", "6x6"}});
  const GatherRate some = gather_rate(*mesh, Direction::forward, 0);
  CHECK(!some.exact);
  CHECK(some.value() <= gather_rate(*mesh).value());
  CHECK(some.value() == Approx(35.0 / 2));
}
