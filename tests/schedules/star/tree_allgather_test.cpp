// SPDX-License-Identifier: Apache-2.0
// Multi-port allgather along the trees of all nodes: bounds derived by hand.
#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

TEST_CASE("tree uses all links of a node until all is known") {
  // ceil((n!-1) M / (n-1)), by hand for M = 1 and 3
  constexpr std::uint64_t kOne[] = {3, 8, 30, 144}, kThree[] = {8, 23, 90, 432};
  for (unsigned n = 3; n <= 6; ++n) {
    CAPTURE(n);
    CHECK(cycles("tree", problem_of(n, kMulti)) == kOne[n - 3]);
    CHECK(cycles("tree", problem_of(n, kMulti, {0, 4})) == kOne[n - 3] * 4);
    CHECK(cycles("tree", problem_of(n, kMulti, {}, 3)) == kThree[n - 3]);
  }
}

TEST_CASE("tree with start-ups sends the messages of one source as a packet") {
  for (unsigned n = 3; n <= 6; ++n) {
    const std::uint64_t steps = n * kFactorial[n - 2];
    for (const Timing timing : {Timing{1, 1}, Timing{7, 2}, Timing{100, 1}}) {
      for (const std::uint32_t messages : {1U, 3U}) {
        if (n == 6 && messages > 1 && timing.startup != 7) continue;
        CAPTURE(n, timing.startup, messages);
        CHECK(cycles("tree", problem_of(n, kMulti, timing, messages)) ==
              steps * (timing.startup + messages * timing.per_message));
      }
    }
  }
}

TEST_CASE("tree brings every source once in n times factorial n-2 steps up to S_8") {
  for (unsigned n = 3; n <= 8; ++n) {
    const Problem problem = problem_of(n, kMulti);
    const auto program =
        find_algorithm("tree", problem).build(problem).hints.find<RelativeProgram>();
    std::map<std::string, Cycle> known{{first_label(n), 0}};  // relative source, time of arrival
    bool fine = true;
    for (const RelativePacket& packet : program->packets) {
      const std::string sent = problem.topology->node_name(packet.messages.front().source);
      const auto held = known.find(sent);
      fine &= packet.messages.size() == 1 && held != known.end() && held->second < packet.start;
      // The source's label relative to the receiver is the source's label relative to the sender
      // with the symbols 1 and d exchanged, where d is the dimension of the hop.
      std::string got = sent;
      for (char& symbol : got) {
        if (symbol == '1') {
          symbol = static_cast<char>('0' + packet.dimension);
        } else if (symbol == static_cast<char>('0' + packet.dimension)) {
          symbol = '1';
        }
      }
      fine &= known.insert({got, packet.start}).second;
    }
    CAPTURE(n);
    CHECK(fine);
    CHECK(known.size() == kFactorial[n]);
    CHECK(program->packets.back().start == n * kFactorial[n - 2]);
  }
}
