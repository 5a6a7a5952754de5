// SPDX-License-Identifier: Apache-2.0
// Flows found by prices of links take at most 25 % more cycles than the linear program's flow, and
// the bounds that the prices prove are at most 30 % below the cycles of that flow.
#include "schedules/any/priced_flow.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"
#include "schedules/proof/rate_certificate.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

std::vector<std::vector<std::uint32_t>> all_pairs(std::size_t processors) {
  std::vector<std::vector<std::uint32_t>> demand(processors,
                                                 std::vector<std::uint32_t>(processors, 1));
  for (std::size_t p = 0; p < processors; ++p) demand[p][p] = 0;
  return demand;
}

}  // namespace

TEST_CASE("prices find flows near the best, and bounds below them", "[any][flow]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const Network network = random_digraph(4 + seed % 9, seed % 3, 2 + seed % 15, seed);
    const auto demand = all_pairs(network->processors());
    const auto best = any::concurrent_flow(*network, demand, 10);
    REQUIRE(best);
    const any::ConcurrentFlow priced = any::priced_flow(*network, demand, 10);
    CHECK(priced.cycles >= best->cycles - 1e-6);
    CHECK(priced.cycles <= 1.25 * best->cycles);
    const Collective alltoall(CollectiveKind::alltoall, network->processors(), 0, 1);
    const auto proved = length_bound(*network, alltoall, priced.lengths);
    REQUIRE(proved);
    const double bound =
        static_cast<double>(proved->cycles) / static_cast<double>(proved->messages);
    CHECK(bound <= best->cycles + 1e-6);
    CHECK(bound >= 0.7 * best->cycles);
  }
}

TEST_CASE("without time there is one round of prices", "[any][flow]") {
  const Network network = grid({4, 4}, true);
  const any::ConcurrentFlow flow = any::priced_flow(*network, all_pairs(16), 0);
  for (NodeId from = 0; from < 16; ++from) {
    for (NodeId to = 0; to < 16; ++to) CHECK(flow.paths[from][to].size() == (from == to ? 0 : 1));
  }
}
