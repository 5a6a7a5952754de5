// SPDX-License-Identifier: Apache-2.0
// The judge of LogP machines: times, gaps, overheads, capacity, queues. Times count from 0: a send
// at time s is a hop of cycle s+1.
#include <catch2/catch.hpp>

#include "hostlib/logp_verdict.hpp"
#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;
using enum CollectiveKind;

namespace {

// Karp et al., Figure 1: the message is at the processors at times 0, 10, 14, 18, 20, 22, 24, 24.
const std::vector<Hop> kFigure1Tree =
    hops(Complete(8), {"1 p0 p1 0", "5 p0 p2 0", "9 p0 p3 0", "13 p0 p5 0", "11 p1 p4 0",
                       "15 p1 p6 0", "15 p2 p7 0"});
const LogpCase kBroadcast8{.processors = 8, .timing = kFigure1};

// Cyclic order (Karp et al., section 4.1): at time j*gap processor i sends to processor
// i+1+j modulo `processors`.
std::vector<Hop> cyclic(std::uint32_t processors, std::uint32_t gap) {
  std::vector<Hop> result;
  for (NodeId i = 0; i < processors; ++i) {
    for (std::uint32_t j = 0; j + 1 < processors; ++j) {
      const NodeId to = (i + 1 + j) % processors;
      result.push_back({j * gap + 1, i, i * processors + to, to});
    }
  }
  return result;
}

Verdict without_last(std::vector<Hop> hops, const LogpCase& c) {
  hops.pop_back();
  return verdict_of(c, hops);
}

}  // namespace

TEST_CASE("the broadcast of Figure 1 is legal and ends at time 24") {
  const Verdict verdict = verdict_of(kBroadcast8, kFigure1Tree);
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 24);
  CHECK(verdict.hops == 7);
  CHECK(verdict.delivered == 7);
  CHECK(verdict.expected == 7);
  CHECK(verdict.item_delay == 24);
  CHECK(verdict.ordered == std::nullopt);
}

TEST_CASE("a message can be sent on L+2o after its send began and no time earlier") {
  const LogpCase c{.processors = 3, .timing = kFigure1};
  CHECK(first(verdict_of(c, {"1 p0 p1 0", "11 p1 p2 0"})) == "legal");
  const Verdict early = verdict_of(c, {"1 p0 p1 0", "10 p1 p2 0"});
  CHECK(count(early, sent_before_arrival) == 1);
  CHECK_THAT(early.violations.front().text, Catch::Contains("p1 sends message 0 to p2 at time 9"));
  CHECK(early.violations.front().cycle == 10);
}

TEST_CASE("all to all in cyclic order ends after L + 2o + (P-2)g") {
  const Timing postal{.latency = 3};
  const Verdict verdict = verdict_of({alltoall, 4, postal}, cyclic(4, 1));
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 3 + 2);
  const Verdict slow = verdict_of({alltoall, 3, kFigure1}, cyclic(3, 4));
  CHECK(first(slow) == "legal");
  CHECK(slow.cycles == 6 + 4 + 4);
}

TEST_CASE("overheads collide where a multiple of g lies between L and L+2o") {
  // 6 < 2*4 < 10: all four processors send and receive at time 8.
  const Verdict verdict = verdict_of({alltoall, 4, kFigure1}, cyclic(4, 4));
  CHECK(count(verdict, overheads_overlap) == 4);
  CHECK(verdict.violation_count == 4);
  CHECK_THAT(verdict.violations.front().text,
             Catch::Contains("at time 8 but is busy until time 10"));
}

TEST_CASE("a send during a reception overlaps and after it does not") {
  const auto judged = [](const char* send) {
    return verdict_of({allgather, 3, {.latency = 3, .overhead = 2}}, {"1 p0 p1 0", send});
  };
  // p1 receives during the times 5 and 6.
  CHECK(count(judged("4 p1 p2 1"), overheads_overlap) == 0);
  CHECK(count(judged("5 p1 p2 1"), overheads_overlap) == 1);
  CHECK(count(judged("6 p1 p2 1"), overheads_overlap) == 1);
  CHECK(count(judged("7 p1 p2 1"), overheads_overlap) == 1);
  CHECK(count(judged("8 p1 p2 1"), overheads_overlap) == 0);
}

TEST_CASE("without overhead a processor sends and receives at the same time") {
  CHECK(count(verdict_of({allgather, 3, {.latency = 3}}, {"1 p0 p1 0", "4 p1 p2 1"}),
              overheads_overlap) == 0);
}

TEST_CASE("sends of a processor are a gap apart") {
  const LogpCase c{.processors = 3, .timing = {.latency = 6, .gap = 4}};
  CHECK(first(verdict_of(c, {"1 p0 p1 0", "5 p0 p2 0"})) == "legal");
  const Verdict verdict = verdict_of(c, {"1 p0 p1 0", "4 p0 p2 0"});
  CHECK(verdict.violation_count == 1);
  CHECK(first(verdict) ==
        "4: gap-too-short: p0 sends message 0 to p2 at time 3, 3 after its last send; "
        "it must wait for 4");
}

TEST_CASE("receptions of a processor are a gap apart") {
  const LogpCase c{gather, 3, {.latency = 6, .overhead = 1, .gap = 4}};
  CHECK(first(verdict_of(c, {"1 p1 p0 1", "5 p2 p0 2"})) == "legal");
  const Verdict verdict = verdict_of(c, {"1 p1 p0 1", "4 p2 p0 2"});
  CHECK(verdict.violation_count == 1);
  CHECK(first(verdict) ==
        "11: gap-too-short: p0 receives message 2 from p2 at time 10, 3 after its last reception; "
        "it must wait for 4");
}

TEST_CASE("an overhead longer than the gap keeps sends apart") {
  const LogpCase c{.processors = 3, .timing = {.latency = 2, .overhead = 3}};
  CHECK(first(verdict_of(c, {"1 p0 p1 0", "4 p0 p2 0"})) == "legal");
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "3 p0 p2 0"}), gap_too_short) == 1);
}

TEST_CASE("at most ceil(L/g) messages are in transit to a processor") {
  // ceil(6/4) = 2. A message that leaves when another one arrives is not counted together with it.
  const LogpCase c{gather, 4, {.latency = 6, .gap = 4}};
  CHECK(count(verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", "7 p3 p0 3"}), capacity_exceeded) == 0);
  const Verdict verdict = verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", "6 p3 p0 3"});
  CHECK(count(verdict, capacity_exceeded) == 1);
  CHECK(first(verdict) ==
        "6: capacity-exceeded: 3 messages are in transit to p0 when p3 sends message 3 at time 5; "
        "at most 2");
}

TEST_CASE("at most ceil(L/g) messages are in transit from a processor") {
  const LogpCase c{scatter, 4, {.latency = 6, .gap = 4}};
  const Verdict verdict = verdict_of(c, {"1 p0 p1 1", "2 p0 p2 2", "6 p0 p3 3"});
  CHECK(count(verdict, capacity_exceeded) == 1);
  CHECK(count(verdict, gap_too_short) == 1);
}

TEST_CASE("a second delivery of a message is a violation when it is complete") {
  const Verdict verdict =
      verdict_of({.processors = 2, .timing = kFigure1}, {"1 p0 p1 0", "21 p0 p1 0"});
  CHECK(first(verdict) == "30: delivered-twice: p1 receives message 0 again");
  CHECK(verdict.cycles == 10);
}

TEST_CASE("a copy that comes back to its origin is delivered twice") {
  const Verdict verdict = judge(Complete(2), Collective(CollectiveKind::broadcast, 2, 0, 1),
                                kSingle, stored_schedule({{1, 0, 0, 1}, {2, 1, 0, 0}}));
  CHECK(verdict.violation_count == 1);
  CHECK(count(verdict, delivered_twice) == 1);
}

TEST_CASE("a message does not leave its destination") {
  const Timing timing{.latency = 2};
  const Collective scatter(CollectiveKind::scatter, 3, 0, 1);
  const auto verdict = [&](Cycle onward) {
    return judge(Complete(3), scatter, kSingle,
                 stored_schedule({{1, 0, 1, 1}, {2, 0, 2, 2}, {onward, 1, 1, 2}}), std::nullopt,
                 timing);
  };
  CHECK(count(verdict(4), unwanted_message) == 1);
  CHECK(count(verdict(4), message_lost) == 0);
  CHECK(count(verdict(2), sent_before_arrival) == 1);  // not arrived yet
}

TEST_CASE("what is never sent is lost") {
  const Verdict verdict = without_last(kFigure1Tree, kBroadcast8);
  CHECK(verdict.violation_count == 1);
  CHECK(first(verdict) == "15: message-lost: p7 never receives message 0");
  CHECK(verdict.delivered == 6);
}

TEST_CASE("messages that do not exist and sends to oneself are unwanted") {
  const LogpCase c{.processors = 2, .timing = kFigure1};
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "20 p0 p1 1"}), unwanted_message) == 1);
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "20 p0 p0 0"}), unwanted_message) == 1);
  CHECK(count(verdict_of({alltoall, 2, kFigure1}, {"1 p0 p1 0"}), unwanted_message) == 1);
}

TEST_CASE("a start-up is nothing that a LogP machine has") {
  CHECK(count(verdict_of({.processors = 2, .timing = kFigure1}, {"1 p0 p1 start"}),
              startup_not_paid) == 1);
}

TEST_CASE("processors forward messages for others") {
  const Verdict verdict =
      verdict_of({scatter, 3, {.latency = 2}}, {"1 p0 p1 2", "3 p1 p2 2", "3 p0 p1 1"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 4);
}

TEST_CASE("the item delay is the longest of the messages") {
  // Message 0 is sent first at time 0 and needs 3 + 3 cycles; message 1 is sent first at time 1 and
  // needs 4 + 3 cycles.
  const Verdict verdict = verdict_of({.processors = 3, .timing = {.latency = 3}, .messages = 2},
                                     {"1 p0 p1 0", "2 p0 p2 1", "4 p1 p2 0", "6 p2 p1 1"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 8);
  CHECK(verdict.item_delay == 7);
}

TEST_CASE("only broadcasts have an item delay") {
  CHECK(verdict_of({gather, 2, kFigure1}, {"1 p1 p0 1"}).item_delay == std::nullopt);
}

TEST_CASE("times beyond the last cycle are refused, not counted as the last one") {
  // A message whose send begins in cycle c has arrived at time c - 1 + 6 + 2 * 2.
  const Verdict verdict = verdict_of({.processors = 2, .timing = kFigure1}, {"4294967286 p0 p1 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 4294967295U);
  for (const char* hop : {"4294967287 p0 p1 0", "4294967295 p0 p1 0"}) {
    CHECK_THROWS_AS(verdict_of({.processors = 2, .timing = kFigure1}, {hop}), InputError);
  }
}

TEST_CASE("a judge that is fed in the wrong order says so") {
  const Complete network(2);
  Judge judge(network, Collective(broadcast, 2, 0, 1), kSingle, std::nullopt, kFigure1);
  judge.step(hops(network, {"2 p0 p1 0"}));
  CHECK_THROWS_AS(judge.step(hops(network, {"2 p0 p1 0"})), std::logic_error);
  CHECK_THROWS_AS(judge.step(hops(network, {"3 p0 p1 0", "4 p0 p1 0"})), std::logic_error);
}

TEST_CASE("LogP machines have one port, or a latency alone, and times that are possible") {
  const Complete network(2);
  const Collective collective(broadcast, 2, 0, 1);
  const auto make = [&](Ports ports, Timing timing) {
    return Judge(network, collective, ports, std::nullopt, timing);
  };
  CHECK_NOTHROW(make(kSingle, {.latency = 2}));
  CHECK_NOTHROW(make({Ports::Kind::several, 2}, {.latency = 2}));
  CHECK_THROWS_AS(make({Ports::Kind::several, 2}, {.latency = 2, .overhead = 1}), InputError);
  CHECK_THROWS_AS(make({Ports::Kind::several, 2}, {.latency = 2, .gap = 2}), InputError);
  CHECK_THROWS_AS(make({Ports::Kind::several, 2}, {.latency = 2, .buffered = true}), InputError);
  CHECK_THROWS_AS(make(kSingle, {.latency = 0}), InputError);
  CHECK_THROWS_AS(make(kSingle, {.gap = 0}), InputError);
  CHECK_THROWS_AS(make(kSingle, {.startup = 1, .latency = 2}), InputError);
  CHECK_THROWS_AS(make(kSingle, {.gap = 2, .buffered = true}), InputError);
}
