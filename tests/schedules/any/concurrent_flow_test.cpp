// SPDX-License-Identifier: Apache-2.0
// The load per link of a flow's busiest channel equals the bound that the flow's lengths of links
// prove, so the flow and the bound are optimal.
#include "schedules/any/concurrent_flow.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"
#include "schedules/proof/rate_certificate.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("paths of a flow carry all messages as fast as the lengths allow", "[any][flow]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(3 + seed % 9, seed % 3, seed % 15, seed);
    const auto n = static_cast<NodeId>(network->processors());
    std::vector<std::vector<std::uint32_t>> demand(n, std::vector<std::uint32_t>(n, 1));
    for (NodeId p = 0; p < n; ++p) demand[p][p] = 0;
    const auto flow = any::concurrent_flow(*network, demand, 10);
    REQUIRE(flow);
    std::vector<double> load(network->channels().size(), 0);
    for (NodeId from = 0; from < n; ++from) {
      for (NodeId to = 0; to < n; ++to) {
        double share = 0;
        if (from == to) continue;
        for (const any::FlowPath& path : flow->paths[from][to]) {
          NodeId at = from;
          share += path.share;
          for (const ChannelId c : path.channels) {
            CHECK(network->channels()[c].from == at);
            at = network->channels()[c].to;
            load[c] += path.share;
          }
          CHECK(at == to);
        }
        CHECK(share == Approx(1).margin(1e-5));
      }
    }
    double busiest = 0;
    for (ChannelId c = 0; c < load.size(); ++c) {
      busiest = std::max(busiest, load[c] / network->channels()[c].capacity);
    }
    const Collective alltoall(CollectiveKind::alltoall, n, 0, 1);
    const auto proved = length_bound(*network, alltoall, flow->lengths);
    REQUIRE(proved);
    const double bound =
        static_cast<double>(proved->cycles) / static_cast<double>(proved->messages);
    CHECK(busiest == Approx(bound).epsilon(1e-4));
  }
}

TEST_CASE("a flow that has no time is none", "[any][flow]") {
  const Network network = grid({6, 6}, true);
  std::vector<std::vector<std::uint32_t>> demand(36, std::vector<std::uint32_t>(36, 1));
  for (NodeId p = 0; p < 36; ++p) demand[p][p] = 0;
  CHECK_FALSE(any::concurrent_flow(*network, demand, 0));
}
