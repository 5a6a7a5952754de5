// SPDX-License-Identifier: Apache-2.0
// The judge of machines with several ports and a latency.
#include <catch2/catch.hpp>

#include "hostlib/logp_verdict.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;

namespace {

// Four processors with two ports and latency 3.
Verdict verdict_with_ports(std::uint32_t messages, std::initializer_list<const char*> lines) {
  const Complete network(4);
  return judge(network, Collective(CollectiveKind::broadcast, 4, 0, messages),
               {Ports::Kind::several, 2}, stored_schedule(hops(network, lines)), std::nullopt,
               {.latency = 3});
}

}  // namespace

TEST_CASE("two ports send two messages at a time, which arrive after the latency") {
  const Verdict verdict = verdict_with_ports(1, {"1 p0 p1 0", "1 p0 p2 0", "4 p1 p3 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 6);
  CHECK(verdict.item_delay == 6);
}

TEST_CASE("a third send of two ports at a time is a violation") {
  const Verdict verdict = verdict_with_ports(1, {"1 p0 p1 0", "1 p0 p2 0", "1 p0 p3 0"});
  CHECK(count(verdict, port_used_twice) == 1);
  CHECK_THAT(first(verdict), Catch::Contains("1: ") && Catch::Contains("p0 sends message 0 to p3"));
}

TEST_CASE("a third reception of two ports at a time is a violation") {
  const Verdict verdict =
      verdict_with_ports(3, {"1 p0 p1 0", "1 p0 p1 1", "2 p0 p2 2", "2 p0 p2 0", "5 p1 p3 0",
                             "5 p1 p3 1", "5 p2 p3 2", "6 p1 p2 1", "6 p2 p1 2"});
  CHECK(count(verdict, port_used_twice) == 1);
  CHECK_THAT(first(verdict),
             Catch::Contains("7: ") && Catch::Contains("p3 receives message 2 from p2 at time 7"));
}

TEST_CASE("a message is not sent on before its latency is over") {
  const Verdict verdict = verdict_with_ports(1, {"1 p0 p1 0", "1 p0 p2 0", "3 p1 p3 0"});
  CHECK(count(verdict, sent_before_arrival) == 1);
}

TEST_CASE("several ports take as many messages in transit as the latency lets be sent") {
  const Verdict verdict = verdict_with_ports(
      4, {"1 p0 p1 0", "1 p0 p1 1", "2 p0 p1 2", "2 p0 p1 3", "4 p1 p2 0", "4 p1 p2 1", "5 p1 p2 2",
          "5 p1 p2 3", "7 p2 p3 0", "7 p2 p3 1", "8 p2 p3 2", "8 p2 p3 3"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 10);
}
