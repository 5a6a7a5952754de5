// SPDX-License-Identifier: Apache-2.0
// Buffered LogP machines (Theorem 3.8): arrivals wait until their receiver takes them.
#include <catch2/catch.hpp>

#include "hostlib/logp_verdict.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;

namespace {

constexpr Timing buffered(std::uint32_t latency) { return {.latency = latency, .buffered = true}; }
const LogpCase kTwoItems{.processors = 3, .timing = buffered(1), .messages = 2};

}  // namespace

TEST_CASE("what arrives can be taken at once and sent on from the next cycle on") {
  const LogpCase c{.processors = 3, .timing = buffered(4)};
  const Verdict verdict = verdict_of(c, {"1 p0 p1 0", "4 p1 p1 0", "5 p1 p2 0", "8 p2 p2 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 8);
  CHECK(verdict.hops == 2);
  CHECK(verdict.item_delay == 8);
  CHECK(verdict.max_queue == 1);
  CHECK(verdict.max_waiting == 0);
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "3 p1 p1 0"}), sent_before_arrival) == 1);
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "4 p1 p1 0", "4 p1 p2 0"}), sent_before_arrival) == 1);
  CHECK(count(verdict_of(c, {"1 p0 p1 0", "9 p1 p1 0", "9 p1 p2 0"}), sent_before_arrival) == 1);
}

TEST_CASE("of two arrivals at a time one waits") {
  const Verdict verdict =
      verdict_of(kTwoItems, {"1 p0 p1 0", "1 p1 p1 0", "2 p0 p2 1", "2 p1 p2 0", "2 p2 p2 1",
                             "3 p2 p2 0", "3 p0 p1 1", "3 p1 p1 1"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 3);
  CHECK(verdict.max_queue == 2);
  CHECK(verdict.max_waiting == 1);
  REQUIRE(verdict.levels.size() == 1);
  CHECK(verdict.levels.front().max_queue == 2);
}

TEST_CASE("what waits through cycles without hops counts as waiting") {
  const LogpCase c{.processors = 2, .timing = buffered(2)};
  const Verdict verdict = verdict_of(c, {"1 p0 p1 0", "9 p1 p1 0"});
  CHECK(first(verdict) ==
        "2: taken-out-of-turn: p1 takes nothing from its queue at time 2, but message 0 waits");
  CHECK(verdict.violation_count == 1);
  CHECK(verdict.max_queue == 1);
  CHECK(verdict.max_waiting == 1);
  CHECK(verdict.cycles == 9);
}

TEST_CASE("a processor takes one message per cycle") {
  const Verdict verdict =
      verdict_of(kTwoItems, {"1 p0 p1 0", "2 p0 p1 1", "2 p1 p1 0", "2 p1 p1 1"});
  CHECK(count(verdict, gap_too_short) == 1);
}

TEST_CASE("a message that is not in the queue cannot be taken") {
  const Verdict verdict = verdict_of(kTwoItems, {"1 p0 p1 0", "1 p1 p1 0", "2 p1 p1 0"});
  CHECK(count(verdict, sent_before_arrival) == 1);
  CHECK_THAT(first(verdict), Catch::Contains("p1 takes message 0, which is not in its queue"));
}

TEST_CASE("a message that is never taken is lost") {
  CHECK(count(verdict_of({.processors = 2, .timing = buffered(2)}, {"1 p0 p1 0"}), message_lost) ==
        1);
}

TEST_CASE("a queue takes more messages in transit than the capacity") {
  // Two messages are in transit to p0, above the capacity of ceil(1/1) = 1 without queues.
  const LogpCase c{CollectiveKind::gather, 3, buffered(1)};
  const Verdict verdict = verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", "1 p0 p0 1", "2 p0 p0 2"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.max_queue == 2);
}

TEST_CASE("no more than two messages come to a queue at a time") {
  const LogpCase c{CollectiveKind::gather, 4, buffered(1)};
  const Verdict verdict =
      verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", "1 p3 p0 3", "1 p0 p0 1", "2 p0 p0 2", "3 p0 p0 3"});
  CHECK(first(verdict) ==
        "1: capacity-exceeded: 3 messages come to p0 at time 1; its queue takes 2 at a time");
  CHECK(verdict.violation_count == 1);
}

TEST_CASE("a processor takes the oldest message of its queue, of those that came together any") {
  const LogpCase c{CollectiveKind::gather, 4, buffered(1)};
  const auto with = [&](const char* first, const char* second, const char* third) {
    return verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", first, "2 p3 p0 3", second, third});
  };
  CHECK(first(with("1 p0 p0 1", "2 p0 p0 2", "3 p0 p0 3")) == "legal");
  CHECK(first(with("1 p0 p0 2", "2 p0 p0 1", "3 p0 p0 3")) == "legal");
  CHECK(first(with("1 p0 p0 1", "2 p0 p0 3", "3 p0 p0 2")) ==
        "2: taken-out-of-turn: p0 takes message 3 from its queue, but message 2 waits, which came "
        "first");
  CHECK(count(with("1 p0 p0 1", "3 p0 p0 2", "4 p0 p0 3"), taken_out_of_turn) == 2);
}

TEST_CASE("what a processor sends on next in a broadcast is taken before older messages") {
  const LogpCase c{.processors = 4, .timing = buffered(1), .messages = 3};
  const auto with = [&](const char* third, const char* fourth) {
    return verdict_of(c, {"1 p0 p1 0", "1 p1 p1 0", "2 p0 p2 1", "2 p1 p2 0", "2 p2 p2 0",
                          "3 p0 p2 2", third, "4 p2 p3 2", "4 p3 p3 2", fourth});
  };
  CHECK(count(with("3 p2 p2 2", "4 p2 p2 1"), taken_out_of_turn) == 0);
  const Verdict other = with("3 p2 p2 1", "4 p2 p2 2");
  CHECK(count(other, taken_out_of_turn) == 1);
  CHECK_THAT(first(other), Catch::Contains("but message 2 waits, which it sends next"));
}

TEST_CASE("a queue with fewer places than messages is too shallow") {
  const Complete network(5);
  const Collective gather(CollectiveKind::gather, 5, 0, 1);
  const auto with_places = [&](std::uint32_t places) {
    return judge(
        network, gather, kSingle,
        stored_schedule(hops(network, {"1 p1 p0 1", "1 p2 p0 2", "2 p3 p0 3", "2 p4 p0 4",
                                       "4 p0 p0 1", "5 p0 p0 2", "6 p0 p0 3", "7 p0 p0 4"})),
        QueueLimit{QueueKind::store, places}, buffered(4));
  };
  CHECK(first(with_places(3)) == "legal");
  CHECK(count(with_places(1), queue_too_deep) == 3);
  CHECK(
      first(with_places(2)) ==
      "5: queue-too-deep: p0 has 3 messages in its queue when message 4 arrives at time 5; 2 fit");
}
