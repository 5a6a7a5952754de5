// SPDX-License-Identifier: Apache-2.0
// Rates of alltoalls against closed forms, and bounds against the lengths that prove them.
#include "schedules/rates/exchange_rate.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "hostlib/graph_oracle.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;
using namespace romcast::rates;

namespace {

// The bound, in cycles per message, that lengths of channels prove, with distances by Floyd &
// Warshall.
double bound_of(const Topology& network, const std::vector<double>& by_channel) {
  const std::size_t n = network.nodes();
  std::vector<std::vector<double>> far(n, std::vector<double>(n, 1e30));
  double weight = 0;
  for (ChannelId c = 0; c < network.channels().size(); ++c) {
    const Channel& channel = network.channels()[c];
    far[channel.from][channel.to] = by_channel[c];
    weight += by_channel[c] * channel.capacity;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        far[i][j] = i == j ? 0 : std::min(far[i][j], far[i][k] + far[k][j]);
      }
    }
  }
  double total = 0;
  for (std::size_t i = 0; i < network.processors(); ++i) {
    for (std::size_t j = 0; j < network.processors(); ++j) total += far[i][j];
  }
  return total / weight;
}

std::vector<double> by_channel(const Topology& network, const ExchangeRate& rate) {
  if (!rate.by_generator) return rate.lengths;
  std::vector<double> lengths(network.channels().size());
  for (NodeId v = 0; v < network.nodes(); ++v) {
    for (std::size_t port = 0; port < network.outputs(v).size(); ++port) {
      lengths[network.outputs(v)[port]] = rate.lengths[port];
    }
  }
  return lengths;
}

}  // namespace

TEST_CASE("edge-transitive networks spread an alltoall evenly: the sum of distances over links") {
  const auto exactly = [](const char* text, double cycles) {
    const ExchangeRate rate = exchange_rate(*network(text, {}));
    CAPTURE(text);
    CHECK(rate.optimal());
    CHECK(rate.attained == Approx(cycles));
  };
  exactly("ring 8", 8.0);        // distances 1+1+2+2+3+3+4 over 2 links
  exactly("ring 9", 10.0);       // 2 (1+2+3+4) over 2
  exactly("torus 4x4", 8.0);     // 32 over 4
  exactly("hypercube 6", 32.0);  // 2^(D-1)
  exactly("petersen", 5.0);      // 3 + 2*6 over 3
  exactly("hyperx 5", 1.0);
  exactly("degree 4 (complete 2)", 2.5);  // 4 + 3*2 over 4
  exactly("slim-fly 5", 13.0);            // 7 + 42*2 over 7
}

TEST_CASE("a torus of two lengths is as slow as its longer dimension") {
  // The rings of the longer dimension are as busy as a ring of 8 whose processors send 4 times as
  // much.
  const ExchangeRate rate = exchange_rate(*network("torus 8x4", {}));
  CHECK(rate.attained == Approx(32.0).epsilon(1e-3));
  CHECK(rate.bound == Approx(32.0).epsilon(1e-3));
}

// Two DGX-2: 16 * 16 messages cross 8 links. Two NDv2: TACCL's 3.125 GB/s, with 16 GPUs and a link
// of 12.5 GB/s, are 16 * 12.5 / 3.125 = 64 cycles.
TEST_CASE("alltoalls between two machines are as slow as the links between them") {
  CHECK(exchange_rate(*network("dgx2 2", {})).attained == Approx(32.0).epsilon(1e-3));
  CHECK(exchange_rate(*network("ndv2 2", {})).attained == Approx(64.0).epsilon(1e-3));
}

TEST_CASE("a path is as slow as its middle link, a tree as its edge that parts it evenly") {
  const ExchangeRate path = exchange_rate(*network("mesh 7", {}));
  CHECK(path.attained == Approx(12.0).epsilon(1e-3));
  CHECK(path.bound == Approx(12.0).epsilon(1e-3));
  const ExchangeRate tree = exchange_rate(*network("rooted-tree 0,0,1,1,2,2", {}));
  CHECK(tree.attained == Approx(12.0).epsilon(1e-3));
  CHECK(tree.bound == Approx(12.0).epsilon(1e-3));
}

TEST_CASE("the bound follows from its lengths, and no flow is below it", "[exhaustive]") {
  for (const char* text :
       {"mesh 3x4", "generalized-kautz 13 3", "torus 3x5", "dgx1", "mi250", "random-regular 20 3",
        "circulant 16 1,3", "butterfly 3", "hyperx 3x3 lanes=2x1", "xpander 4 5"}) {
    const auto made = network(text, {});
    const ExchangeRate rate = exchange_rate(*made);
    CAPTURE(text, rate.attained, rate.bound);
    CHECK(bound_of(*made, by_channel(*made, rate)) == Approx(rate.bound).epsilon(1e-9));
    CHECK(rate.attained >= rate.bound * (1 - 1e-9));
    CHECK(rate.attained <= rate.bound * 1.01);
  }
}

TEST_CASE("a Cayley graph has the rate of the same graph without its group") {
  for (const char* text : {"circulant 12 1,6", "torus 3x5", "butterfly 3"}) {
    const auto group = network(text, {});
    const GraphNetwork plain(kGraph, {}, dynamic_cast<const GraphNetwork&>(*group).graph());
    const ExchangeRate one = exchange_rate(*group), other = exchange_rate(plain);
    CHECK(one.by_generator);
    CHECK(!other.by_generator);
    CHECK(one.attained == Approx(other.attained).epsilon(0.005));
    CHECK(one.bound == Approx(other.bound).epsilon(0.005));
  }
}

TEST_CASE("a search whose work ends keeps its first flow and the bound of the distances") {
  const auto mesh = network("mesh 3x4", {});
  const ExchangeRate rate = exchange_rate(*mesh, 0);
  const std::vector<double> ones(mesh->channels().size(), 1);
  CHECK(rate.bound == Approx(bound_of(*mesh, ones)));
  CHECK(rate.attained >= exchange_rate(*mesh).attained);
}
