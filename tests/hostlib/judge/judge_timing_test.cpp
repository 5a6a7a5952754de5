// SPDX-License-Identifier: Apache-2.0
// The judge on star graphs, with and without start-up: a faulty schedule per kind of violation, and
// for every time limit a schedule that just keeps it and one that misses it by a cycle. S_3 is the
// ring 123 213 312 132 231 321; from node 123, g_2 leads to 213 and g_3 to 321.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "hostlib/test_hops.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using Lines = std::initializer_list<const char*>;
using Strings = std::vector<std::string>;

namespace {

constexpr Timing kPacket{.startup = 2, .per_message = 3};
constexpr Timing kSlow{.startup = 0, .per_message = 2};

struct Case {
  CollectiveKind kind{};
  Ports ports = kSingle;
  Timing timing{};
  std::uint32_t messages = 1;
  std::optional<QueueLimit> limit{};
  unsigned symbols = 3;
};

Verdict verdict_of(const Case& c, const std::vector<Hop>& hops) {
  const StarGraph star(c.symbols);
  return judge(star, Collective(c.kind, star.processors(), 0, c.messages), c.ports,
               stored_schedule(hops), c.limit, c.timing);
}

Verdict verdict_of(const Case& c, Lines lines) {
  return verdict_of(c, hops(StarGraph(c.symbols), lines));
}

// All violations as "cycle kind", except lost messages, since most schedules here are incomplete.
Strings objections(const Case& c, const std::vector<Hop>& hops) {
  Strings result;
  for (const Violation& v : verdict_of(c, hops).violations) {
    if (v.kind == ViolationKind::message_lost) continue;
    result.push_back(fmt::format("{} {}", v.cycle, name(v.kind)));
  }
  return result;
}

Strings objections(const Case& c, Lines lines) {
  return objections(c, hops(StarGraph(c.symbols), lines));
}

// The objections, which must be the same if the hops come in reverse order.
Strings in_any_order(const Case& c, Lines lines) {
  std::vector<Hop> all = hops(StarGraph(c.symbols), lines);
  const Strings first = objections(c, all);
  std::ranges::reverse(all);
  CHECK(objections(c, all) == first);
  return first;
}

const Case kBroadcast{.kind = broadcast, .timing = kPacket};
// Three rounds of t_s + t_m = 5 cycles: 1, 2, 4, 6 nodes have the message.
const Lines kThreeRounds{"1 123 213 start",  "5 123 213 0",  "6 123 321 start",  "10 123 321 0",
                         "6 213 312 start",  "10 213 312 0", "11 321 231 start", "15 321 231 0",
                         "11 312 132 start", "15 312 132 0"};

}  // namespace

TEST_CASE("a broadcast in three rounds of start-up and message is legal") {
  const Verdict verdict = verdict_of(kBroadcast, kThreeRounds);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 3 * (2 + 3));
  CHECK(verdict.delivered == 5);
  CHECK(verdict.hops == 5);  // start-ups are not hops
}

TEST_CASE("hops of one cycle may come in any order") {
  std::vector<Hop> all = hops(StarGraph(3), kThreeRounds);
  std::ranges::reverse(all);
  CHECK(verdict_of(kBroadcast, all).violation_count == 0);
}

TEST_CASE("a schedule for other times than those of the network is illegal") {
  for (const Timing timing : {Timing{2, 2}, Timing{2, 4}, Timing{1, 3}, Timing{3, 3}, Timing{0, 1},
                              Timing{0, 3}, Timing{5, 1}}) {
    CAPTURE(timing.startup, timing.per_message);
    Case other = kBroadcast;
    other.timing = timing;
    CHECK_FALSE(objections(other, kThreeRounds).empty());
  }
}

// One port.

TEST_CASE("a single-port node may begin to send in the cycle after a packet and not before") {
  const Lines after{"1 123 213 start", "5 123 213 0", "6 123 321 start", "10 123 321 0"};
  CHECK(in_any_order(kBroadcast, after).empty());
  const Lines before{"1 123 213 start", "5 123 213 0", "5 123 321 start", "9 123 321 0"};
  CHECK(in_any_order(kBroadcast, before) == Strings{"5 port-used-twice"});
  Case multi = kBroadcast;
  multi.ports = kMulti;
  CHECK(in_any_order(multi, before).empty());
}

TEST_CASE("a single-port node that sends is busy during the start-up too") {
  CHECK(in_any_order(kBroadcast,
                     {"1 123 213 start", "5 123 213 0", "2 123 321 start", "6 123 321 0"}) ==
        Strings{"2 port-used-twice", "5 port-used-twice", "6 port-used-twice"});
}

TEST_CASE("a single-port node may begin to receive in the cycle after a packet and not before") {
  const Case all{.kind = allgather, .timing = kPacket};
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 0", "6 312 213 start", "10 312 213 4"})
            .empty());
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 0", "5 312 213 start", "9 312 213 4"}) ==
        Strings{"5 port-used-twice"});
}

TEST_CASE("the report of a busy port names the node and what else it does") {
  const Verdict verdict =
      verdict_of({.kind = allgather, .timing = kPacket},
                 {"1 123 213 start", "5 123 213 0", "5 312 213 start", "9 312 213 4"});
  REQUIRE_FALSE(verdict.violations.empty());
  CHECK(verdict.violations.front().text ==
        "213 receives a start-up from 312 while it receives something else");
}

TEST_CASE("a single-port node may send and receive at the same time on different links") {
  const Case all{.kind = allgather, .timing = kPacket};
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 0", "1 321 123 start", "5 321 123 5",
                           "1 213 312 start", "5 213 312 2"})
            .empty());
}

TEST_CASE("without start-up slow messages that overlap in one cycle use a port twice") {
  const Case slow{.kind = broadcast, .timing = kSlow};
  CHECK(in_any_order(slow, {"2 123 213 0", "4 123 321 0"}).empty());
  CHECK(in_any_order(slow, {"2 123 213 0", "3 123 321 0"}) == Strings{"3 port-used-twice"});
  CHECK(in_any_order(slow, {"2 123 213 0", "2 123 321 0"}) == Strings{"2 port-used-twice"});
  const Case all{.kind = allgather, .timing = kSlow};
  CHECK(in_any_order(all, {"2 123 213 0", "4 312 213 4"}).empty());
  CHECK(in_any_order(all, {"2 123 213 0", "3 312 213 4"}) == Strings{"3 port-used-twice"});
}

TEST_CASE("messages of one cycle use a port twice only in the same cycle") {
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 0", "2 123 321 0"}).empty());
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 0", "1 123 321 0"}) ==
        Strings{"1 port-used-twice"});
  CHECK(in_any_order({.kind = allgather}, {"1 123 213 0", "1 312 213 4"}) ==
        Strings{"1 port-used-twice"});
}

TEST_CASE("a multi-port node sends and receives on all its links at once") {
  Case all{.kind = allgather, .ports = kMulti, .timing = kPacket, .symbols = 4};
  const StarGraph star(4);
  std::vector<Hop> hops;
  for (NodeId u = 0; u < star.nodes(); ++u) {
    for (unsigned d = 2; d <= 4; ++d) {
      hops.push_back({1, star.link(u, d), kStartup});
      hops.push_back({5, star.link(u, d), u});
    }
  }
  CHECK(objections(all, hops).empty());
  all.ports = kSingle;
  // Each node uses two ports too many, in both directions, for the start-up and for the message.
  CHECK(objections(all, hops).size() == 2U * 2 * 2 * star.nodes());
}

// Links.

TEST_CASE("a link may begin a packet in the cycle after the last one and not before") {
  const Case two{.kind = broadcast, .ports = kMulti, .timing = kPacket, .messages = 2};
  CHECK(in_any_order(two, {"1 123 213 start", "5 123 213 0", "6 123 213 start", "10 123 213 1"})
            .empty());
  CHECK(in_any_order(two, {"1 123 213 start", "5 123 213 0", "5 123 213 start", "9 123 213 1"}) ==
        Strings{"5 link-over-capacity"});
}

TEST_CASE("a link carries a slow message in all its cycles") {
  const Case two{.kind = broadcast, .ports = kMulti, .timing = kSlow, .messages = 2};
  CHECK(in_any_order(two, {"2 123 213 0", "4 123 213 1"}).empty());
  CHECK(in_any_order(two, {"2 123 213 0", "3 123 213 1"}) == Strings{"3 link-over-capacity"});
}

TEST_CASE("two start-ups at once on one link are one too many") {
  const Case one{.kind = broadcast, .ports = kMulti, .timing = kPacket};
  CHECK(in_any_order(one, {"1 123 213 start", "2 123 213 start", "6 123 213 0"}) ==
        Strings{"1 start-up-not-paid", "2 link-over-capacity"});
  CHECK(in_any_order(one, {"1 123 213 start", "3 123 213 start", "7 123 213 0"}) ==
        Strings{"1 start-up-not-paid"});
}

// Start-ups.

TEST_CASE("a message without a start-up is not paid") {
  CHECK(in_any_order(kBroadcast, {"5 123 213 0"}) == Strings{"5 start-up-not-paid"});
}

TEST_CASE("a message crosses just when start-up and message time have passed") {
  const auto at = [](const char* line) {
    return in_any_order(kBroadcast, {"1 123 213 start", line});
  };
  CHECK(at("5 123 213 0").empty());
  CHECK(at("4 123 213 0") == Strings{"4 link-over-capacity", "4 port-used-twice",
                                     "4 port-used-twice", "4 start-up-not-paid"});
  CHECK(at("6 123 213 0") == Strings{"6 start-up-not-paid"});
}

TEST_CASE("the messages of a packet follow without a gap") {
  const Case two{.kind = broadcast, .timing = kPacket, .messages = 2};
  const auto second = [&](const char* line) {
    return in_any_order(two, {"1 123 213 start", "5 123 213 0", line});
  };
  CHECK(second("8 123 213 1").empty());
  CHECK(second("9 123 213 1") == Strings{"9 start-up-not-paid"});
  CHECK(second("7 123 213 1").front() == "7 link-over-capacity");
  CHECK(second("7 123 213 1").back() == "7 start-up-not-paid");
}

TEST_CASE("a start-up pays only for its own link") {
  CHECK(in_any_order(kBroadcast, {"1 123 213 start", "5 123 321 0"}).back() ==
        "5 start-up-not-paid");
}

TEST_CASE("a start-up in a network without is a violation") {
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 start", "2 123 213 0"}) ==
        Strings{"1 start-up-not-paid"});
}

TEST_CASE("a slow message needs its cycles before it can have crossed") {
  const Case slow{.kind = broadcast, .timing = kSlow};
  CHECK(in_any_order(slow, {"2 123 213 0"}).empty());
  CHECK(in_any_order(slow, {"1 123 213 0"}) == Strings{"1 start-up-not-paid"});
  const Case slower{.kind = broadcast, .timing = {.startup = 0, .per_message = 7}};
  CHECK(in_any_order(slower, {"7 123 213 0"}).empty());
  CHECK(in_any_order(slower, {"6 123 213 0"}) == Strings{"6 start-up-not-paid"});
}

// Store and forward.

TEST_CASE("a message may be sent on in the cycle after it arrived and not before") {
  const Case slow{.kind = broadcast, .timing = kSlow};
  CHECK(in_any_order(slow, {"2 123 213 0", "4 213 312 0"}).empty());
  CHECK(in_any_order(slow, {"2 123 213 0", "3 213 312 0"}) == Strings{"3 sent-before-arrival"});
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 0", "2 213 312 0"}).empty());
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 0", "1 213 312 0"}) ==
        Strings{"1 sent-before-arrival"});
}

TEST_CASE("a packet may begin in the cycle after the one that brings its message and not before") {
  const Lines after{"1 123 213 start", "5 123 213 0", "6 213 312 start", "10 213 312 0"};
  CHECK(in_any_order(kBroadcast, after).empty());
  const Lines before{"1 123 213 start", "5 123 213 0", "5 213 312 start", "9 213 312 0"};
  CHECK(in_any_order(kBroadcast, before) == Strings{"9 sent-before-arrival"});
}

TEST_CASE("the first message of a packet waits until all of the packet is there") {
  const Case two{.kind = broadcast, .timing = kPacket, .messages = 2};
  const auto begins = [&](const char* start, const char* message) {
    return in_any_order(two, {"1 123 213 start", "5 123 213 0", "8 123 213 1", start, message});
  };
  CHECK(begins("9 213 312 start", "13 213 312 0").empty());
  CHECK(begins("8 213 312 start", "12 213 312 0") == Strings{"12 sent-before-arrival"});
  CHECK(begins("6 213 312 start", "10 213 312 0") == Strings{"10 sent-before-arrival"});
}

TEST_CASE("a message that arrives while a packet goes on is too late for it") {
  // 213 has begun a packet with its own message when the message of 123 arrives.
  const Case all{.kind = allgather, .timing = kPacket};
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 0", "3 213 312 start", "7 213 312 2",
                           "10 213 312 0"}) == Strings{"10 sent-before-arrival"});
}

TEST_CASE("messages with one destination wait for their packet as well") {
  // alltoall among 6: message 4 is from 123 to 312, message 1 from 123 to 132.
  const Case all{.kind = alltoall, .timing = kPacket};
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 4", "8 123 213 1", "9 213 312 start",
                           "13 213 312 4"})
            .empty());
  CHECK(in_any_order(all, {"1 123 213 start", "5 123 213 4", "8 123 213 1", "8 213 312 start",
                           "12 213 312 4"}) == Strings{"12 sent-before-arrival"});
}

TEST_CASE("a copy that comes back to its origin is delivered twice, and the origin still has it") {
  // While 123 sends its message along g_3, the message comes back from 213.
  const Case slow{.kind = allgather, .timing = kSlow};
  CHECK(in_any_order(slow, {"2 123 213 0", "4 213 123 0", "5 123 321 0"}) ==
        Strings{"4 delivered-twice"});
  CHECK(in_any_order(kBroadcast, {"1 123 213 start", "5 123 213 0", "6 213 123 start",
                                  "10 213 123 0", "8 123 321 start", "12 123 321 0"}) ==
        Strings{"10 delivered-twice"});
}

TEST_CASE("a node that receives a message again could send it on before") {
  const Case slow{.kind = broadcast, .timing = kSlow};
  CHECK(in_any_order(slow, {"2 123 213 0", "4 123 213 0", "5 213 312 0"}) ==
        Strings{"4 delivered-twice"});
}

// Holders of messages.

TEST_CASE("a node forgets a message with one destination when it sends it") {
  CHECK(in_any_order({.kind = alltoall}, {"1 123 213 4", "2 123 321 4"}) ==
        Strings{"2 sent-before-arrival"});
  CHECK(in_any_order({.kind = broadcast}, {"1 123 213 0", "2 123 321 0"}).empty());
}

TEST_CASE("a message with one destination may come back to where it started and leave again") {
  const Verdict verdict =
      verdict_of({.kind = alltoall},
                 {"1 123 213 5", "2 213 123 5", "3 123 321 5"});  // from 123 to 321 by a detour
  CHECK(verdict.delivered == 1);
  CHECK(verdict.violation_count == 29);  // the 29 others are lost
}

TEST_CASE("a message in a star graph that arrives again is delivered twice") {
  Case twice = kBroadcast;
  CHECK(in_any_order(twice, {"1 123 213 start", "5 123 213 0", "6 123 213 start",
                             "10 123 213 0"}) == Strings{"10 delivered-twice"});
}

TEST_CASE("a message stays at its destination") {
  CHECK(in_any_order({.kind = alltoall}, {"1 123 213 2", "2 213 312 2"}) ==
        Strings{"2 unwanted-message"});
  // A message cannot be sent before it has arrived.
  CHECK(in_any_order({.kind = alltoall}, {"1 123 213 2", "1 213 312 2"}) ==
        Strings{"1 sent-before-arrival"});
  CHECK(in_any_order({.kind = scatter, .timing = kPacket},
                     {"1 123 213 start", "5 123 213 2", "6 213 312 start", "10 213 312 2"}) ==
        Strings{"10 unwanted-message"});
}

TEST_CASE("a start-up that no message follows is a violation of the cycle in which it begins") {
  CHECK(in_any_order(kBroadcast, {"1 123 213 start", "5 123 213 0", "6 213 312 start"}) ==
        Strings{"6 start-up-not-paid"});
  // Another packet's start-up on the same link does not count.
  CHECK(in_any_order(kBroadcast, {"1 123 213 start", "6 123 213 start", "10 123 213 0"}) ==
        Strings{"1 start-up-not-paid"});
  CHECK(objections(kBroadcast, kThreeRounds).empty());
}

TEST_CASE("what stays in a node of a star graph on its way is lost") {
  const Verdict verdict = verdict_of({.kind = scatter}, {"1 123 213 4"});
  CHECK(verdict.violation_count == 5);
  CHECK(count(verdict, ViolationKind::message_lost) == 5);
  CHECK(verdict.violations.front().text == "132 never receives message 1");
}

TEST_CASE("in a star graph a message passes nodes that do not want it") {
  const Verdict verdict = verdict_of({.kind = scatter}, {"1 123 213 4", "2 213 312 4"});
  CHECK(verdict.delivered == 1);
  CHECK(count(verdict, ViolationKind::unwanted_message) == 0);
}

TEST_CASE("message numbers that do not exist and messages to oneself are unwanted") {
  CHECK(in_any_order({.kind = alltoall}, {"1 123 213 0"}) == Strings{"1 unwanted-message"});
  CHECK(in_any_order({.kind = alltoall}, {"1 123 213 36"}) == Strings{"1 unwanted-message"});
  CHECK(in_any_order({.kind = allgather}, {"1 321 123 5"}).empty());
  CHECK(in_any_order({.kind = allgather}, {"1 321 123 6"}) == Strings{"1 unwanted-message"});
}

TEST_CASE("a message that its sender does not hold does not move but keeps the port busy") {
  const Verdict verdict = verdict_of({.kind = broadcast, .timing = kSlow},
                                     {"2 213 312 0", "3 213 123 0", "4 312 132 0"});
  CHECK(verdict.delivered == 0);
  CHECK(count(verdict, ViolationKind::sent_before_arrival) == 3);
  CHECK(count(verdict, ViolationKind::port_used_twice) == 1);
}

// Stores.

TEST_CASE("a node of a star graph stores its own messages and those that it forwards") {
  // Gather to 123: node 213 receives 312's message in cycle 1, while the message of 213 waits; in
  // cycle 2 one of the two messages waits.
  const Lines lines{"1 312 213 4", "1 231 321 3", "2 213 123 2", "2 132 312 1", "3 213 123 4",
                    "3 312 213 1", "4 213 123 1", "5 321 123 5", "6 321 123 3"};
  const auto verdict = [&](std::optional<QueueLimit> limit) {
    return verdict_of({.kind = gather, .limit = limit}, lines);
  };
  const Verdict free = verdict(std::nullopt);
  CHECK(free.violation_count == 0);
  CHECK(free.cycles == 6);
  CHECK(free.max_queue == 2);
  // The messages of 321 and 231 both wait in 321 from cycle 2 to cycle 4.
  CHECK(free.max_waiting == 2);
  CHECK(verdict(QueueLimit{QueueKind::store, 2}).violation_count == 0);
  const Verdict shallow = verdict(QueueLimit{QueueKind::store, 1});
  REQUIRE(shallow.violation_count == 2);
  CHECK(shallow.violations[0].kind == ViolationKind::queue_too_deep);
  CHECK(shallow.violations[0].cycle == 1);
  CHECK(shallow.violations[0].text == "node 213: its store needs 2 slots, it has 1");
  CHECK(shallow.violations[1].text == "node 321: its store needs 2 slots, it has 1");
}

TEST_CASE("a message that is sent on in the next cycle does not wait in a star graph") {
  const Verdict verdict =
      verdict_of({.kind = gather, .ports = kMulti},
                 {"1 213 123 2", "1 312 213 4", "1 132 312 1", "1 321 123 5", "1 231 321 3",
                  "2 213 123 4", "2 312 213 1", "2 321 123 3", "3 213 123 1"});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.max_queue == 1);
  CHECK(verdict.max_waiting == 0);
}

TEST_CASE("a source stores all messages of a scatter at the start and one less after each send") {
  const Lines lines{"1 123 213 4", "2 213 312 4"};
  const Verdict verdict = verdict_of({.kind = scatter}, lines);
  CHECK(verdict.max_queue == 5);
  CHECK(verdict.max_waiting == 4);  // waiting in cycle 1
  const Case limited{.kind = scatter, .limit = QueueLimit{QueueKind::store, 4}};
  CHECK(objections(limited, lines) == Strings{"1 queue-too-deep"});
  const Case enough{.kind = scatter, .limit = QueueLimit{QueueKind::store, 5}};
  CHECK(objections(enough, lines).empty());
}

TEST_CASE("what many want stays in the store and does not wait") {
  const Verdict verdict =
      verdict_of({.kind = allgather}, {"1 123 213 0", "1 213 123 2", "2 321 123 5", "9 231 132 3"});
  CHECK(verdict.max_queue == 3);  // 123: its own, 2 and 5
  CHECK(verdict.max_waiting == 0);
}

TEST_CASE("a slow message is in the store of its sender until its last cycle") {
  const Case slow{.kind = scatter, .timing = kSlow};
  const Verdict verdict = verdict_of(slow, {"2 123 213 4", "4 213 312 4"});
  CHECK(verdict.max_waiting == 5);  // in cycle 1
}

TEST_CASE("a message that its destination sends away was not in the store") {
  const Verdict verdict =
      verdict_of({.kind = scatter}, {"1 123 213 2", "2 213 312 2", "3 312 132 2", "4 132 231 2"});
  CHECK(verdict.delivered == 1);
  CHECK(verdict.max_queue == 5);
  CHECK(verdict.max_waiting == 4);
}

TEST_CASE("times near the end of the number range do not wrap around") {
  Case late = kBroadcast;
  late.timing = {.startup = kMostTime, .per_message = kMostTime};
  // 2 * 65535 cycles that end with cycle 2^32 - 1 begin in cycle 4294836226.
  CHECK(in_any_order(late, {"4294836226 123 213 start", "4294967295 123 213 0"}).empty());
  CHECK_FALSE(in_any_order(late, {"4294836227 123 213 start", "4294967295 123 213 0"}).empty());
}
