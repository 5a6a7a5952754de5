// SPDX-License-Identifier: Apache-2.0
// GOAL files: accepted input, and errors with file, line and rank.
#include <catch2/catch.hpp>

#include "hostlib/goal_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using Catch::StartsWith;
using Kind = GoalOp::Kind;

namespace {

const std::string kEmptyRank1 = "rank 1 {\n}\n";

// A program of two ranks with these lines in rank 0, the first of which is line 3.
std::string in_rank_0(const std::string& lines) {
  return "num_ranks 2\nrank 0 {\n" + lines + "\n}\n" + kEmptyRank1;
}

}  // namespace

TEST_CASE("every form of a GOAL line is read") {
  const GoalProgram program = goal(
      "// by hand\n"
      "num_ranks 3\n"
      "\n"
      "rank 0 { // the first\n"
      "a: send 8b to 1 tag 7 cpu 0 nic 0\n"
      "\tsend 1 b to 2\r\n"
      "/* three\n"
      "lines */ b_2: calc 20 cpu 0\n"
      "b_2 requires a\n"
      "a2 : recv 1b from -1 tag -1\n"
      "a2 irequires b_2\n"
      "}\n"
      "rank 1 {}\n"
      "rank 2 {\n"
      "a: recv 0b from 0\n"
      "}");
  REQUIRE(program.ranks.size() == 3);
  const GoalRank& rank = program.ranks[0];
  REQUIRE(rank.ops.size() == 4);
  CHECK(rank.ops[0].kind == Kind::send);
  CHECK(rank.ops[0].peer == 1);
  CHECK(rank.ops[0].tag == 7);
  CHECK(rank.ops[0].line == 5);
  CHECK(rank.ops[1].peer == 2);
  CHECK(rank.ops[1].tag == 0);
  CHECK(rank.ops[2].kind == Kind::calc);
  CHECK(rank.ops[2].cycles == 20);
  CHECK(rank.ops[2].line == 8);
  CHECK(rank.ops[3].peer == kNone);
  CHECK(rank.ops[3].tag == kNone);
  REQUIRE(rank.orders.size() == 2);
  CHECK((rank.orders[0].waits == 2 && rank.orders[0].until == 0 && !rank.orders[0].begun));
  CHECK((rank.orders[1].waits == 3 && rank.orders[1].until == 2 && rank.orders[1].begun));
  CHECK(program.ranks[1].ops.empty());
}

TEST_CASE("ranks that are missing or out of order or too many are named") {
  CHECK(goal_error("") == "f:1: the file ends here; 'num_ranks' is missing, it may be truncated");
  CHECK_THAT(goal_error("rank 0 {"), StartsWith("f:1: 'rank'"));
  CHECK_THAT(goal_error("num_ranks 1\n"), StartsWith("f:1: num_ranks '1'"));
  CHECK_THAT(goal_error("num_ranks 9999999\n"), StartsWith("f:1: num_ranks '9999999'"));
  CHECK_THAT(goal_error("num_ranks 2\nrank 1 {\n}\n"), Contains("here comes rank 0"));
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\n}\n"), Contains("rank 1 is missing"));
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\ncalc 1\n"), Contains("'}' is missing"));
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\nrank 1 {\n"), StartsWith("f:3: 'rank'"));
  CHECK_THAT(goal_error(in_rank_0("") + "rank 2 {\n}\n"), Contains("rank 1 is the last one"));
  CHECK_THAT(goal_error("num_ranks 2 /* open\n"), Contains("'*/' is missing"));
}

TEST_CASE("lines that are no statement are refused") {
  for (const char* line : {"send",
                           "send 1b",
                           "send 1 to 1",
                           "send b to 1",
                           "send 1b from 1",
                           "recv 1b to 1",
                           "send 1b to -1",
                           "send 1b to 1 tag -1",
                           "send 1b to 1 nic 0 cpu 0",
                           "send 1b to 1 cpu 0 tag 1",
                           "calc",
                           "calc -1",
                           "calc 1b",
                           "calc 1 nic 0",
                           "calc 9007199254740993",
                           "a:",
                           "a: a: calc 1",
                           "a requires",
                           "requires a",
                           "5: calc 1",
                           "send 1b to 1 tag 4294967295",
                           "# calc 1",
                           "send 1b to 1 calc 2"}) {
    CAPTURE(line);
    CHECK_THAT(goal_error(in_rank_0(line)), StartsWith("f:3: "));
  }
}

TEST_CASE("ranks out of range and messages to oneself are refused") {
  CHECK(goal_error(in_rank_0("send 1b to 2")) == "f:3: rank '2'; give a number from 0 to 1");
  CHECK_THAT(goal_error(in_rank_0("recv 1b from 7")), StartsWith("f:3: rank '7'"));
  CHECK_THAT(goal_error(in_rank_0("send 1b to 0")), StartsWith("f:3: rank 0 sends to itself"));
  CHECK_THAT(goal_error(in_rank_0("recv 1b from 0")), Contains("receives from itself"));
}

TEST_CASE("a second core or port is refused") {
  CHECK(goal_error(in_rank_0("calc 1 cpu 1")) ==
        "f:3: cpu '1'; a rank is a processor, which does one thing at a time: cpu 0, or nothing; "
        "what runs side by side are ranks");
  CHECK_THAT(goal_error(in_rank_0("send 1b to 1 nic 1")), StartsWith("f:3: nic '1'"));
}

TEST_CASE("labels must be there above the line and only once") {
  CHECK(goal_error(in_rank_0("a: calc 1\nb requires a\nb: calc 1")) ==
        "f:4: label 'b'; this rank has none of that name above this line");
  CHECK(goal_error(in_rank_0("a: calc 1\na: calc 1")) == "f:4: label 'a'; line 3 has it already");
  CHECK_THAT(
      goal_error("num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\nb: calc 1\nb requires a\n}"),
      StartsWith("f:7: label 'a'"));
}

TEST_CASE("operations that require themselves are named with their lines") {
  CHECK(goal_error(in_rank_0("a: calc 1\na requires a")) ==
        "f:3: this operation of rank 0 requires itself; take one of these orders away");
  const std::string ring =
      goal_error(in_rank_0("a: calc 1\nb: calc 1\nc: calc 1\nd: calc 1\nd requires a\n"
                           "a requires b\nb irequires c\nc requires a"));
  CHECK_THAT(ring, StartsWith("f:3: this operation of rank 0 requires itself, through line"));
  CHECK_THAT(ring, Contains("4") && Contains("5") && !Contains("6"));
}
