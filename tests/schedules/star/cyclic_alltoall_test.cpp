// SPDX-License-Identifier: Apache-2.0
// Alltoall with the dimensions in turn.
#include <catch2/catch.hpp>

#include "romcast/core/relative_program.hpp"
#include "romcast/core/star_routing.hpp"
#include "schedules/star/chains.hpp"

using namespace romcast;
using namespace romcast::test::star;

TEST_CASE("cyclic sends n^2 - 3n + 3 packets with all messages on shortest paths") {
  for (unsigned n = 3; n <= 7; ++n) {
    CAPTURE(n);
    const StarGraph star(n);
    std::vector<Permutation> at(star.nodes(), Permutation::identity(n));
    std::uint64_t hops = 0;
    const auto program = plan_of({n, "cyclic"}).hints.find<RelativeProgram>();
    CHECK(program->packets.size() == n * n - 3 * n + 3);
    for (const RelativePacket& packet : program->packets) {
      for (const RelativeMessage& message : packet.messages) {
        at[message.destination] = at[message.destination].crossed(packet.dimension);
        ++hops;
      }
    }
    std::size_t astray = 0;
    for (NodeId p = 0; p < at.size(); ++p) astray += at[p] == star.label(p) ? 0 : 1;
    CHECK(astray == 0);
    CHECK(hops == hops_to_substars(n, 1));
  }
}

TEST_CASE("on S_9 dimensions in turn bring every message home in n^2 - 3n + 3 turns",
          "[exhaustive]") {
  // Too many messages for a plan, so each relative destination is checked alone.
  const StarGraph star(9);
  unsigned most = 0;
  for (NodeId p = 0; p < star.nodes(); ++p) {
    Permutation at = Permutation::identity(9);
    unsigned turns = 0;
    for (; at != star.label(p); ++turns) {
      const unsigned d = turns % 8 + 2;
      if (nearer(at, star.label(p), d, 9)) at = at.crossed(d);
    }
    most = std::max(most, turns);
  }
  CHECK(most == 9 * 9 - 3 * 9 + 3);
}

TEST_CASE("cyclic with packet caps on S_6 takes 1722 583 153 start-ups") {
  const auto with = [](const char* cap) {
    return startups({6, "cyclic", {1, 1}, {{"packet-cap", cap}}});
  };
  CHECK(with("2") == 1722);
  CHECK(with("6") == 583);
  CHECK(with("24") == 153);
}

TEST_CASE("cyclic meets the bandwidth bound with a start-up per packet", "[exhaustive][slow]") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing : kChainTimings) {
      for (const std::uint32_t messages : {1U, 3U}) {
        CAPTURE(n, timing.startup, timing.per_message, messages);
        const std::uint64_t expected = (n * n - 3 * n + 3) * timing.startup +
                                       hops_to_substars(n, 1) * messages * timing.per_message;
        CHECK(judged({n, "cyclic", timing, {}, messages}) == expected);
        CHECK(theory_of({n, "", timing, {}, messages}).formula_cycles == expected);
      }
    }
  }
}
