// SPDX-License-Identifier: Apache-2.0
// Which collectives a GOAL program can be: what every rank knows of in the end.
#include "romcast/goal/goal_claim.hpp"

#include <catch2/catch.hpp>

#include "hostlib/goal_text.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

bool can_be(CollectiveKind kind, const std::string& text) {
  const GoalProgram program = goal(text);
  const GoalTimes times = simulate_goal(program, Timing{}, GoalInput::direct);
  return broken_goal_claim(program, times, kind).empty();
}

}  // namespace

TEST_CASE("a send that irequires a reception goes before the message has come") {
  // Rank 1 answers what rank 0 sends once its reception is posted.
  const std::string text =
      "num_ranks 2\n"
      "rank 0 {\nr: recv 1b from 1 tag 2\ns: send 1b to 1 tag 1\ns irequires r\n}\n"
      "rank 1 {\nr: recv 1b from 0 tag 1\ns: send 1b to 0 tag 2\ns requires r\n}\n";
  for (const CollectiveKind kind : {allgather, broadcast, gather}) CHECK(can_be(kind, text));
}

TEST_CASE(
    "a send that irequires a reception carries what the reception required, but not its message") {
  // Rank 1 posts its second reception when the first is there, and then sends.
  const std::string text =
      "num_ranks 4\n"
      "rank 0 {\nsend 1b to 1 tag 1\n}\n"
      "rank 1 {\na: recv 1b from 0 tag 1\nb: recv 1b from 2 tag 2\nb requires a\n"
      "s: send 1b to 3 tag 3\ns irequires b\n}\n"
      "rank 2 {\nsend 1b to 1 tag 2\n}\n"
      "rank 3 {\na: recv 1b from 1 tag 3\n";
  CHECK_FALSE(can_be(gather, text + "}\n"));  // rank 3 hears nothing of rank 2
  const std::string heard =
      "num_ranks 3\n"
      "rank 0 {\nsend 1b to 1 tag 1\n}\n"
      "rank 1 {\na: recv 1b from 0 tag 1\nb: recv 1b from 2 tag 2\nb requires a\n"
      "s: send 1b to 2 tag 3\ns irequires b\n}\n"
      "rank 2 {\na: recv 1b from 1 tag 3\nb: send 1b to 1 tag 2\nb requires a\n}\n";
  CHECK(can_be(gather, heard));
  CHECK(can_be(broadcast, heard));
}
