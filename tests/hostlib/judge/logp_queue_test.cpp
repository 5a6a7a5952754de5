// SPDX-License-Identifier: Apache-2.0
// Buffered LogP machines (Theorem 3.8): what arrives waits until its receiver takes it.
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
  CHECK(first(verdict) == "legal");
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
  // Three at a time to p0, where ceil(1/1) = 1 may be.
  const LogpCase c{CollectiveKind::gather, 4, buffered(1)};
  const Verdict verdict =
      verdict_of(c, {"1 p1 p0 1", "1 p2 p0 2", "1 p3 p0 3", "1 p0 p0 1", "2 p0 p0 2", "3 p0 p0 3"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.max_queue == 3);
}

TEST_CASE("a queue with fewer places than messages is too shallow") {
  const Complete network(4);
  const Collective gather(CollectiveKind::gather, 4, 0, 1);
  const auto with_places = [&](std::uint32_t places) {
    return judge(network, gather, kSingle,
                 stored_schedule(hops(network, {"1 p1 p0 1", "1 p2 p0 2", "1 p3 p0 3", "4 p0 p0 1",
                                                "5 p0 p0 2", "6 p0 p0 3"})),
                 QueueLimit{QueueKind::store, places}, buffered(4));
  };
  CHECK(first(with_places(3)) == "legal");
  CHECK(count(with_places(1), queue_too_deep) == 2);
  CHECK(
      first(with_places(2)) ==
      "4: queue-too-deep: p0 has 3 messages in its queue when message 3 arrives at time 4; 2 fit");
}
