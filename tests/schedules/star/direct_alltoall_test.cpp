// SPDX-License-Identifier: Apache-2.0
// Alltoall with a packet per pair: n! l_{n,1} (t_s + M t_m) cycles for M messages per pair, where
// n! l_{n,1} is the sum of the distances from a node, counted by breadth-first search.
#include <catch2/catch.hpp>

#include "schedules/star/chains.hpp"

using namespace romcast;
using namespace romcast::test::star;

TEST_CASE("direct pays a start-up and its messages for every hop of every shortest path") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing : kChainTimings) {
      for (const std::uint32_t messages : {1U, 3U}) {
        if (n == 5 && messages > 1) continue;  // slow
        CAPTURE(n, timing.startup, timing.per_message, messages);
        const Run run{n, "direct", timing, {}, messages};
        const std::uint64_t cycles =
            hops_to_substars(n, 1) *
            (timing.startup + std::uint64_t{messages} * timing.per_message);
        CHECK(judged(run) == cycles);
        CHECK(theory_of(run).formula_cycles == cycles);
      }
    }
  }
}

TEST_CASE("direct sends no two destinations' messages in one packet") {
  const Plan plan = plan_of({4, "direct", {5, 1}, {}, 2});
  for (const RelativePacket& packet : plan.hints.find<RelativeProgram>()->packets) {
    REQUIRE(packet.messages.size() == 2);
    CHECK(packet.messages.front().destination == packet.messages.back().destination);
  }
}
