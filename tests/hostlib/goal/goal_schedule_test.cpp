// SPDX-License-Identifier: Apache-2.0
// GOAL programs on LogP machines: times, messages without counterpart, deadlocks, and the check
// that a schedule keeps a program's order.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "hostlib/goal_text.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using Catch::StartsWith;

namespace {

constexpr Timing kFigure1{.latency = 6, .overhead = 2, .gap = 4};

// The optimal broadcast of Karp et al., Figure 1.
const char* const kTree =
    "num_ranks 8\n"
    "rank 0 {\nsend 1b to 1\nsend 1b to 2\nsend 1b to 3\nsend 1b to 4\n}\n"
    "rank 1 {\na: recv 1b from 0\nb: send 1b to 5\nb requires a\nc: send 1b to 6\nc requires a\n}\n"
    "rank 2 {\na: recv 1b from 0\nb: send 1b to 7\nb requires a\n}\n"
    "rank 3 {\nrecv 1b from 0\n}\nrank 4 {\nrecv 1b from 0\n}\nrank 5 {\nrecv 1b from 1\n}\n"
    "rank 6 {\nrecv 1b from 1\n}\nrank 7 {\nrecv 1b from 2\n}\n";

Verdict judged(const GoalProgram& program, Timing timing, const std::vector<Hop>& hops) {
  return judge(Complete(static_cast<std::uint32_t>(program.ranks.size())), goal_collective(program),
               Ports{Ports::Kind::single}, stored_schedule(hops), std::nullopt, timing);
}

// Simulates a program on a machine without queues. The schedule must be legal and keep the
// program's order. Returns the schedule's cycles.
Cycle direct(const std::string& text, Timing timing) {
  const GoalProgram program = goal(text);
  const GoalTimes times = simulate_goal(program, timing, GoalInput::direct);
  const std::vector<Hop> hops = goal_hops(program, timing, times);
  const Verdict verdict = judged(program, timing, hops);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == times.cycles);
  CHECK(broken_goal_order(program, timing, hops, times).empty());
  return verdict.cycles;
}

std::uint64_t queued(const std::string& text, Timing timing) {
  return simulate_goal(goal(text), timing, GoalInput::queued).cycles;
}

// A random program: messages in a feasible order, computations between them, and dependences along
// the order.
std::string random_program(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t ranks = 2 + below(6);
  std::vector<std::string> text(ranks);
  std::vector<std::uint32_t> ops(ranks, 0);
  const auto add = [&](std::uint32_t rank, const std::string& op) {
    const std::uint32_t label = ops[rank]++;
    text[rank] += "l" + std::to_string(label) + ": " + op + "\n";
    for (std::uint32_t before = 0; before < label; ++before) {
      if (below(6) > 0) continue;
      text[rank] += "l" + std::to_string(label) + (below(3) == 0 ? " irequires l" : " requires l") +
                    std::to_string(before) + "\n";
    }
  };
  for (std::uint32_t i = 1 + below(20); i > 0; --i) {
    const std::uint32_t from = below(ranks), to = (from + 1 + below(ranks - 1)) % ranks;
    const std::string tag = " tag " + std::to_string(below(2));
    if (below(4) == 0) add(below(ranks), "calc " + std::to_string(below(20)));
    add(from, "send 1b to " + std::to_string(to) + tag);
    add(to, "recv 1b from " + std::to_string(from) + tag);
  }
  std::string all = "num_ranks " + std::to_string(ranks) + "\n";
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    all += "rank " + std::to_string(rank) + " {\n" + text[rank] + "}\n";
  }
  return all;
}

}  // namespace

TEST_CASE("the tree of Figure 1 ends at time 24 with and without queues") {
  CHECK(direct(kTree, kFigure1) == 24);
  CHECK(queued(kTree, kFigure1) == 24);
}

TEST_CASE("a processor that computes makes its messages wait, or be sent later") {
  // A message sent at time 1 would arrive at 1 + 2 + 6, during the 100 cycles of computation.
  const std::string text =
      "num_ranks 2\nrank 0 {\nz: calc 1\na: send 1b to 1\na requires z\nb: calc 50\n"
      "b requires a\n}\nrank 1 {\ncalc 100\nrecv 1b from 0\n}\n";
  CHECK(queued(text, kFigure1) == 100 + 2);
  // A message sent at time 92 arrives at 100; after the send the sender computes for 50 cycles.
  CHECK(direct(text, kFigure1) == 92 + 2 + 50);
}

TEST_CASE("two that send and then compute receive before they compute where nothing can wait") {
  const std::string rank = ": send 1b to ", body = "\nb: calc 100\nb requires a\nrecv 1b from ";
  const std::string text = "num_ranks 2\nrank 0 {\na" + rank + "1" + body + "1\n}\nrank 1 {\na" +
                           rank + "0" + body + "0\n}\n";
  CHECK(queued(text, kFigure1) == 2 + 100 + 2);
  CHECK(direct(text, kFigure1) == 2 + 6 + 2 + 100);
}

TEST_CASE("what begins with a send without overhead shows from its second cycle on") {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: send 1b to 1\nb: calc 1\nb requires a\nc: calc 4\n"
      "c requires b\nd: send 1b to 1\nd requires c\ne: calc 9\ne requires d\n}\n"
      "rank 1 {\nrecv 1b from 0\nrecv 1b from 0\n}\n";
  const Timing timing{.latency = 3};
  CHECK(queued(text, timing) == 14);
  CHECK(direct(text, timing) == 14);
  const GoalProgram program = goal(text);
  CHECK(goal_hops(program, timing, simulate_goal(program, timing, GoalInput::direct)) ==
        std::vector<Hop>{{1, 0, 0, 1}, {2, 0, kAdd, 4}, {6, 0, 1, 1}, {7, 0, kAdd, 8}});
}

TEST_CASE("wildcards take what comes first, exact receives in the order of their tags") {
  const std::string text =
      "num_ranks 3\nrank 0 {\nz: calc 10\na: send 1b to 2 tag 5\na requires z\n}\nrank 1 {\nsend "
      "1b to 2 tag 6\n}\n"
      "rank 2 {\na: recv 1b from -1 tag -1\nb: recv 1b from 0 tag -1\nb requires a\n}\n";
  CHECK(direct(text, kFigure1) == 20);
  CHECK(goal_error(text).empty());
  // The first arrival is from rank 1, so no message with tag 6 remains.
  const std::string wrong =
      "num_ranks 3\nrank 0 {\nz: calc 10\na: send 1b to 2 tag 5\na requires z\n}\nrank 1 {\nsend "
      "1b to 2 tag 6\n}\n"
      "rank 2 {\na: recv 1b from -1 tag -1\nb: recv 1b from -1 tag 6\nb requires a\n}\n";
  CHECK_THAT(goal_error(wrong), Contains("rank 2 waits for a message from anybody with tag 6"));
}

TEST_CASE("sends and receives without counterpart are named with rank and line") {
  CHECK(goal_error("num_ranks 2\nrank 0 {\nsend 1b to 1 tag 3\n}\nrank 1 {\n}\n") ==
        "f:3: rank 0 sends rank 1 a message with tag 3, which it never receives");
  CHECK(goal_error("num_ranks 2\nrank 0 {\n}\nrank 1 {\nrecv 1b from 0 tag 4\n}\n") ==
        "f:5: rank 1 waits for a message from rank 0 with tag 4, which nobody sends");
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\nsend 1b to 1 tag 3\n}\n"
                        "rank 1 {\nrecv 1b from 0 tag 4\n}\n"),
             StartsWith("f:6: rank 1 waits"));
}

TEST_CASE("a reception of any sender that took the message of another one is named") {
  CHECK(goal_error("num_ranks 3\nrank 0 {\nsend 1b to 1 tag 1\n}\n"
                   "rank 1 {\na: recv 1b from -1 tag 1\nb: recv 1b from 0 tag 1\nb requires a\n}\n"
                   "rank 2 {\nz: calc 100\ns: send 1b to 1 tag 1\ns requires z\n}\n") ==
        "f:7: rank 1 waits for a message from rank 0 with tag 1, but the reception in line 6 has "
        "taken the one that rank 0 sends in line 3");
}

TEST_CASE("deadlocks are told line by line") {
  const std::string text =
      "num_ranks 2\n"
      "rank 0 {\na: recv 1b from 1\nb: send 1b to 1\nb requires a\n}\n"
      "rank 1 {\na: recv 1b from 0\nb: send 1b to 0\nb requires a\n}\n";
  CHECK(goal_error(text) ==
        "f:3: deadlock: rank 0 waits for the message that rank 1 sends in line 9, which in line 8 "
        "waits for the message that rank 0 sends in line 4, which waits for line 3");
}

TEST_CASE("programs that never end in countable time are refused") {
  const std::string half = "calc 4503599627370496\n";  // 2^52
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\na: " + half + "b: " + half +
                        "b requires a\nc: calc 1\nc requires b\n}\nrank 1 {\n}\n"),
             Contains("at most 9007199254740992 can be counted"));
}

TEST_CASE("random programs get legal schedules that keep their order") {
  std::mt19937 random(11);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string text = random_program(random);
    const Timing timing{.latency = 1 + static_cast<std::uint32_t>(random() % 9),
                        .overhead = static_cast<std::uint32_t>(random() % 4),
                        .gap = 1 + static_cast<std::uint32_t>(random() % 6)};
    CAPTURE(text, timing.latency, timing.overhead, timing.gap);
    // Skips deadlocks: a receive got the message that another with equal sender and tag needs.
    if (!goal_error(text, timing).empty()) continue;
    ++compared;
    direct(text, timing);
  }
  CHECK(compared > 200);
}

TEST_CASE("thousands of unordered messages to one rank are matched, whoever sends them") {
  constexpr std::uint32_t many = 20'000;
  std::string one = "num_ranks 2\nrank 0 {\n", reversed = "}\nrank 1 {\n";
  std::string all = "num_ranks " + std::to_string(many + 1) + "\nrank 0 {\n", ranks = "}\n";
  for (std::uint32_t i = 0; i < many; ++i) {
    one += "send 1b to 1 tag " + std::to_string(i) + "\n";
    reversed += "recv 1b from 0 tag " + std::to_string(many - 1 - i) + "\n";
    all += "recv 1b from " + std::to_string(i + 1) + "\n";
    ranks += "rank " + std::to_string(i + 1) + " {\nsend 1b to 0\n}\n";
  }
  // One message per gap of 4 cycles; the last one needs 2 + 6 + 2 cycles.
  constexpr std::uint64_t cycles = (many - 1) * std::uint64_t{4} + 10;
  for (const std::string& text : {one + reversed + "}\n", all + ranks}) {
    const GoalProgram program = goal(text);
    CHECK(simulate_goal(program, kFigure1, GoalInput::direct).cycles == cycles);
    CHECK(simulate_goal(program, kFigure1, GoalInput::queued).cycles == cycles);
  }
}

TEST_CASE("an unordered alltoall of a power of two needs as many rounds as messages of a rank") {
  // Each rank sends its first message whose receiver is free: in round t, rank r to r xor t.
  constexpr std::uint32_t ranks = 256;
  std::string text = "num_ranks " + std::to_string(ranks) + "\n";
  for (std::uint32_t r = 0; r < ranks; ++r) {
    text += "rank " + std::to_string(r) + " {\n";
    for (std::uint32_t i = 0; i < ranks; ++i) {
      if (i == r) continue;
      text += "send 1b to " + std::to_string(i) + "\nrecv 1b from " + std::to_string(i) + "\n";
    }
    text += "}\n";
  }
  const GoalProgram program = goal(text);
  const GoalTimes times = simulate_goal(program, Timing{}, GoalInput::direct);
  CHECK(times.cycles == ranks - 1);
  std::uint32_t operation = 0, elsewhere = 0;
  for (std::uint32_t r = 0; r < ranks; ++r) {
    for (const GoalOp& op : program.ranks[r].ops) {
      const bool sends = op.kind == GoalOp::Kind::send;
      if (sends && times.begin[operation] + 1 != (r ^ op.peer)) ++elsewhere;
      ++operation;
    }
  }
  CHECK(elsewhere == 0);
}

TEST_CASE("progress is told while a large program gets its times") {
  std::string text = "num_ranks 2\nrank 0 {\n";
  for (int i = 0; i < 40'000; ++i) text += "calc 1\n";
  const GoalProgram program = goal(text + "}\nrank 1 {\n}\n");
  std::vector<double> shares;
  simulate_goal(program, {}, GoalInput::direct,
                [&](const std::string&, double share) { shares.push_back(share); });
  REQUIRE(shares.size() == 2);
  CHECK((0 < shares[0] && shares[0] < shares[1] && shares[1] < 1));
}

TEST_CASE("a deadlock among thousands of receives is found as among few") {
  std::string one = "num_ranks 2\nrank 0 {\n", two = "}\nrank 1 {\n";
  for (int i = 0; i < 3000; ++i) {
    const std::string label = std::to_string(i);
    for (std::string* text : {&one, &two}) {
      const std::string peer = text == &one ? "1" : "0";
      *text += "r" + label + ": recv 1b from " + peer + " tag " + label + "\ns" + label +
               ": send 1b to " + peer + " tag " + label + "\ns" + label + " requires r" + label +
               "\n";
    }
  }
  // Rank 0 has the lines 3 to 9002, rank 1 begins in line 9004.
  CHECK(goal_error(one + two + "}\n") ==
        "f:3: deadlock: rank 0 waits for the message that rank 1 sends in line 9006, which in line "
        "9005 waits for the message that rank 0 sends in line 4, which waits for line 3");
}

TEST_CASE("a program that ends with a calc beyond the last cycle is refused with its line") {
  CHECK_THAT(goal_error("num_ranks 2\nrank 0 {\na: calc 9007199254740990\nb: calc 10\nb requires "
                        "a\n}\nrank 1 {\n}\n"),
             StartsWith("f:4: this ends after 9007199254741000 cycles"));
}

TEST_CASE("idle time is left out of what is too long to be counted, and can be put back") {
  // Rank 0 computes and sends a message; then rank 1 computes, for longer, and answers.
  GoalProgram program = goal(
      "num_ranks 2\nrank 0 {\na: calc 7000000000\nb: send 1b to 1\nb requires a\n"
      "c: recv 1b from 1\nc requires b\n}\n"
      "rank 1 {\na: recv 1b from 0\nb: calc 9000000000\nb requires a\nc: send 1b to 0\n"
      "c requires b\n}\n");
  GoalTimes times = simulate_goal(program, kFigure1, GoalInput::direct);
  const std::uint64_t full = 7'000'000'000 + 10 + 9'000'000'000 + 10;  // 10 = L + 2o
  REQUIRE(times.cycles == full);
  const std::vector<LeftOut> left_out = leave_out_idle(program, kFigure1, times);
  CHECK(left_out.size() == 2);
  CHECK(times.cycles < 100);
  CHECK(in_full(times.cycles, left_out) == full);
  CHECK(in_full(times.begin[1], left_out) == 7'000'000'000);
  const std::vector<Hop> hops = goal_hops(program, kFigure1, times);
  CHECK(judged(program, kFigure1, hops).violation_count == 0);
  CHECK(broken_goal_order(program, kFigure1, hops, times).empty());
}

TEST_CASE("random programs are as legal without their idle time") {
  std::mt19937 random(12);
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string text = random_program(random);
    const Timing timing{.latency = 1 + static_cast<std::uint32_t>(random() % 9),
                        .overhead = static_cast<std::uint32_t>(random() % 4),
                        .gap = 1 + static_cast<std::uint32_t>(random() % 6)};
    CAPTURE(text, timing.latency, timing.overhead, timing.gap);
    if (!goal_error(text, timing).empty()) continue;
    GoalProgram program = goal(text);
    for (GoalRank& rank : program.ranks) {
      for (GoalOp& op : rank.ops) op.cycles *= random() % 3 == 0 ? 5'000'000'000 : 1;
    }
    GoalTimes times;
    try {
      times = simulate_goal(program, timing, GoalInput::direct);
    } catch (const InputError&) {
      continue;  // tags were matched in another order
    }
    const GoalTimes full = times;
    const std::vector<LeftOut> left_out = leave_out_idle(program, timing, times);
    ++compared;
    const std::vector<Hop> hops = goal_hops(program, timing, times);
    CHECK(judged(program, timing, hops).violation_count == 0);
    CHECK(broken_goal_order(program, timing, hops, times).empty());
    CHECK(in_full(times.cycles, left_out) == full.cycles);
    for (std::size_t op = 0; op < full.begin.size(); ++op) {
      CHECK(in_full(times.begin[op], left_out) == full.begin[op]);
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("a schedule that is not what the program says is found out") {
  const GoalProgram program = goal(
      "num_ranks 2\nrank 0 {\na: calc 5\nb: send 1b to 1\nb requires a\n}\n"
      "rank 1 {\na: recv 1b from 0\nb: calc 3\nb requires a\n}\n");
  const Timing timing = kFigure1;
  const GoalTimes times = simulate_goal(program, timing, GoalInput::direct);
  const std::vector<Hop> hops = goal_hops(program, timing, times);
  REQUIRE(hops == std::vector<Hop>{{1, 0, kAdd, 5}, {6, 0, 0, 1}, {16, 1, kAdd, 3}});
  const auto broken = [&](std::vector<Hop> changed, const GoalTimes& said) {
    return broken_goal_order(program, timing, changed, said);
  };
  CHECK(broken(hops, times).empty());
  CHECK_THAT(broken({hops[0], hops[1]}, times), StartsWith("f:9: rank 1 does not compute"));
  CHECK_THAT(broken({hops[0], hops[2]}, times), Contains("has no message of its own"));
  CHECK_THAT(broken({hops[0], {5, 0, 0, 1}, hops[2]}, times), Contains("does not send"));
  CHECK_THAT(broken({hops[0], hops[1], hops[2], {30, 1, 1, 0}}, times), Contains("no line says"));
  CHECK_THAT(broken({hops[0], hops[1], hops[2], {30, 1, kAdd, 1}}, times),
             Contains("no line says"));
  GoalTimes early = times;
  early.begin[1] = 4;
  CHECK_THAT(broken({hops[0], {5, 0, 0, 1}, hops[2]}, early),
             StartsWith("f:4: rank 0 begins at time 4, before line 3 is finished"));
  early = times;
  early.begin[3] = 14;
  CHECK_THAT(broken({hops[0], hops[1], {15, 1, kAdd, 3}}, early),
             StartsWith("f:9: rank 1 begins at time 14, before line 8 is finished"));
}
