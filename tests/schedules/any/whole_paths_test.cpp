// SPDX-License-Identifier: Apache-2.0
// Every message that must move gets one path, and the busiest link needs at most one cycle more
// than in the flow.
#include "schedules/any/whole_paths.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("messages in whole numbers fill the links of a torus as the flow does", "[any][flow]") {
  const Network network = grid({4, 4}, true);
  const Collective collective(CollectiveKind::alltoall, 16, 0, 2);
  std::vector<std::vector<std::uint32_t>> demand(16, std::vector<std::uint32_t>(16, 1));
  for (NodeId p = 0; p < 16; ++p) demand[p][p] = 0;
  const auto flow = any::concurrent_flow(*network, demand, 10);
  REQUIRE(flow);
  CHECK(flow->cycles == Approx(8));  // 512 hops over 64 links
  const any::Task task{*network, collective, kMulti};
  const any::WholePaths chosen = any::whole_paths(task, *flow, 16, [] { return true; });
  CHECK(chosen.busiest <= 17);
  std::vector<std::uint64_t> load(network->channels().size(), 0);
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    const NodeId origin = collective.origin(m), end = collective.destination(m);
    if (origin == end) {
      CHECK(chosen.of[m] == kNone);
      continue;
    }
    NodeId at = origin;
    for (const ChannelId c : chosen.paths[chosen.of[m]]) {
      CHECK(network->channels()[c].from == at);
      at = network->channels()[c].to;
      ++load[c];
    }
    CHECK(at == end);
  }
  CHECK(*std::ranges::max_element(load) == chosen.busiest);
}
