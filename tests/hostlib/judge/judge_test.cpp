// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/judge.hpp"

#include <catch2/catch.hpp>

#include "hostlib/test_hops.hpp"
#include "romcast/core/fat_tree.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;

namespace {

Verdict verdict_of(CollectiveKind kind, Ports ports, const std::vector<Hop>& hops,
                   std::optional<QueueLimit> limit = std::nullopt,
                   const FatTree& tree = four_leaves()) {
  return judge(tree, Collective(kind, tree.processors(), 0, 1), ports, stored_schedule(hops),
               limit);
}

Verdict verdict_of(CollectiveKind kind, Ports ports, std::initializer_list<const char*> lines,
                   std::optional<QueueLimit> limit = std::nullopt) {
  return verdict_of(kind, ports, hops(four_leaves(), lines), limit);
}

// Broadcast from a leaf, one send per node and cycle: to the parent first, then to the other
// children; (k+1)h-1 = 5 cycles with k = 2 children per switch and height h = 2.
const std::initializer_list<const char*> kSingleBroadcast{
    "1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0", "3 s2.0 s1.1 0", "4 s1.1 p2 0", "5 s1.1 p3 0"};
// Broadcast from a leaf, multi-port: copies leave on all links at once; 2h = 4 cycles.
const std::initializer_list<const char*> kMultiBroadcast{
    "1 p0 s1.0 0", "2 s1.0 s2.0 0", "2 s1.0 p1 0", "3 s2.0 s1.1 0", "4 s1.1 p2 0", "4 s1.1 p3 0"};

// The only violation; the test fails if there are others.
Violation only(const Verdict& verdict) {
  REQUIRE(verdict.violation_count == 1);
  REQUIRE(verdict.violations.size() == 1);
  return verdict.violations.front();
}

}  // namespace

TEST_CASE("a single-port broadcast is legal and takes (k+1)h-1 cycles") {
  const Verdict verdict = verdict_of(CollectiveKind::broadcast, kSingle, kSingleBroadcast);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 5);
  CHECK(verdict.hops == 6);
  CHECK(verdict.delivered == 3);
  CHECK(verdict.expected == 3);
}

TEST_CASE("a message that is sent twice in a row waits one cycle in a single-port switch") {
  // s1.0 receives the message in cycle 1, sends it up in 2 and down in 3: the message is in s1.0
  // after cycles 1 and 2, and waits in 2. In the root it never waits.
  const Verdict verdict = verdict_of(CollectiveKind::broadcast, kSingle, kSingleBroadcast);
  REQUIRE(verdict.levels.size() == 2);
  CHECK(verdict.levels[0] == LevelQueues{1, 1, 1, 1, 1, 1, 1});
  CHECK(verdict.levels[1] == LevelQueues{2, 1, 0, 0, 1, 1, 1});
  CHECK(verdict.max_queue == 1);
  CHECK(verdict.max_waiting == 1);
}

TEST_CASE("a multi-port broadcast copies at once and nothing waits") {
  const Verdict verdict = verdict_of(CollectiveKind::broadcast, kMulti, kMultiBroadcast);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 4);
  CHECK(verdict.max_queue == 1);
  CHECK(verdict.max_waiting == 0);
}

TEST_CASE("a message is free to be sent from the cycle after its arrival") {
  CHECK(verdict_of(CollectiveKind::gather, kMulti, {"1 p1 s1.0 1", "2 s1.0 p0 1"}).delivered == 1);
}

TEST_CASE("sending a message in the cycle in which it arrives is a violation") {
  const Verdict verdict =
      verdict_of(CollectiveKind::gather, kMulti, {"1 p1 s1.0 1", "1 s1.0 p0 1"});
  REQUIRE(count(verdict, sent_before_arrival) == 1);
  CHECK(verdict.violations[0].kind == sent_before_arrival);
  CHECK(verdict.violations[0].cycle == 1);
  CHECK(verdict.violations[0].text == "s1.0 sends message 1 to p0 but does not hold it");
  CHECK(verdict.delivered == 0);  // a node cannot deliver a message that it lacks
}

TEST_CASE("a multicast sent before it arrived is a violation, too") {
  const Verdict verdict =
      verdict_of(CollectiveKind::broadcast, kMulti, {"1 p0 s1.0 0", "1 s1.0 p1 0"});
  CHECK(count(verdict, sent_before_arrival) == 1);
}

TEST_CASE("a processor holds only its own messages at the start") {
  const Verdict verdict = verdict_of(CollectiveKind::allgather, kMulti, {"1 p0 s1.0 1"});
  CHECK(count(verdict, sent_before_arrival) == 1);
}

TEST_CASE(
    "a switch keeps a multicast but forgets a message with one destination when it sends it") {
  const auto twice = {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0"};
  CHECK(count(verdict_of(CollectiveKind::broadcast, kMulti, twice), sent_before_arrival) == 0);
  // Message 1 of a scatter is for p1.
  const auto one = {"1 p0 s1.0 1", "2 s1.0 s2.0 1", "3 s1.0 p1 1"};
  CHECK(count(verdict_of(CollectiveKind::scatter, kMulti, one), sent_before_arrival) == 1);
}

TEST_CASE("two copies of one message may be under way") {
  // The first copy stays in the root, the second one takes the short path.
  const Verdict verdict =
      verdict_of(CollectiveKind::scatter, kMulti,
                 {"1 p0 s1.0 1", "2 s1.0 s2.0 1", "3 p0 s1.0 1", "4 s1.0 p1 1"});
  CHECK(count(verdict, sent_before_arrival) == 0);
  CHECK(verdict.delivered == 1);
  CHECK(verdict.levels[1].max_queue == 0);  // the root's copy never leaves: not counted
}

TEST_CASE("a single-port node may send once per cycle and no more") {
  const Verdict fine = verdict_of(CollectiveKind::broadcast, kSingle,
                                  {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0"});
  CHECK(count(fine, port_used_twice) == 0);
  const Verdict twice = verdict_of(CollectiveKind::broadcast, kSingle,
                                   {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "2 s1.0 p1 0"});
  REQUIRE(count(twice, port_used_twice) == 1);
  CHECK(twice.violations[0].cycle == 2);
  CHECK(twice.violations[0].text == "s1.0 sends message 0 to p1 while it sends something else");
}

TEST_CASE("a single-port node may receive on all links in one cycle") {
  const Verdict verdict =
      verdict_of(CollectiveKind::allgather, kSingle, {"1 p0 s1.0 0", "1 p1 s1.0 1"});
  CHECK(verdict.violation_count == count(verdict, message_lost));
}

TEST_CASE("a branch carries as many messages per cycle as it has links") {
  const FatTree tree(2, 2, "1,2");
  const auto both = [&](const char* second) {
    return verdict_of(
        CollectiveKind::gather, kMulti,
        hops(tree, {"1 p2 s1.1 2", "1 p3 s1.1 3", "2 s1.1 s2.0 2", second, "3 s2.0 s1.0 2 0",
                    "3 s2.0 s1.0 3 1", "4 s1.0 p0 2", "5 s1.0 p0 3", "5 p1 s1.0 1", "6 s1.0 p0 1"}),
        std::nullopt, tree);
  };
  CHECK(both("2 s1.1 s2.0 3 1").violation_count == 0);
  const Violation violation = only(both("2 s1.1 s2.0 3 0"));
  CHECK(violation.kind == link_over_capacity);
  CHECK(violation.cycle == 2);
  CHECK(violation.text == "link s1.1 -> s2.0, lane 0, carries message 3 while it is busy");
}

TEST_CASE("a needed message counts once") {
  const Verdict verdict =
      verdict_of(CollectiveKind::broadcast, kMulti,
                 {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "2 s1.0 p1 0", "3 s2.0 s1.1 0", "4 s1.1 p2 0",
                  "4 s1.1 p3 0", "7 s1.0 p1 0"});
  const Violation violation = only(verdict);
  CHECK(violation.kind == delivered_twice);
  CHECK(violation.cycle == 7);
  CHECK(violation.text == "p1 receives message 0 again");
  CHECK(verdict.delivered == 3);
  CHECK(verdict.cycles == 4);  // the useless delivery does not count
}

TEST_CASE("a message with one destination delivered again is delivered twice") {
  const Verdict verdict = verdict_of(CollectiveKind::gather, kMulti,
                                     {"1 p1 s1.0 1", "2 s1.0 p0 1", "2 p1 s1.0 1", "3 s1.0 p0 1"});
  CHECK(count(verdict, delivered_twice) == 1);
}

TEST_CASE("every missing delivery is a lost message in the last cycle") {
  std::vector<Hop> all = hops(four_leaves(), kMultiBroadcast);
  all.pop_back();  // the hop to p3
  const Violation violation = only(verdict_of(CollectiveKind::broadcast, kMulti, all));
  CHECK(violation.kind == message_lost);
  CHECK(violation.cycle == 4);
  CHECK(violation.text == "p3 never receives message 0");
}

TEST_CASE("an empty schedule loses everything") {
  const Verdict verdict = verdict_of(CollectiveKind::alltoall, kMulti, std::vector<Hop>{});
  CHECK(verdict.violation_count == 12);  // 4 leaves, 3 partners each
  CHECK(count(verdict, message_lost) == 12);
  CHECK(verdict.cycles == 0);
}

TEST_CASE("a message at a processor that does not want it is unwanted") {
  // Message 1 of a scatter is for p1.
  const Verdict verdict =
      verdict_of(CollectiveKind::scatter, kMulti,
                 {"1 p0 s1.0 1", "2 s1.0 s2.0 1", "3 s2.0 s1.1 1", "4 s1.1 p2 1"});
  REQUIRE(count(verdict, unwanted_message) == 1);
  CHECK(verdict.violations[0].cycle == 4);
  CHECK(verdict.violations[0].text == "p2 receives message 1, which is for p1");
}

TEST_CASE("a processor may hear its own message") {
  const Verdict verdict =
      verdict_of(CollectiveKind::broadcast, kMulti, {"1 p0 s1.0 0", "2 s1.0 p0 0"});
  CHECK(verdict.delivered == 0);
  CHECK(verdict.violation_count == 3);
  CHECK(count(verdict, message_lost) == 3);  // for p1, p2 and p3, no other violation
}

TEST_CASE("the last message number is fine and the next one is unwanted") {
  CHECK(count(verdict_of(CollectiveKind::allgather, kMulti, {"1 p3 s1.1 3"}), unwanted_message) ==
        0);
  const Verdict verdict = verdict_of(CollectiveKind::allgather, kMulti, {"1 p3 s1.1 4"});
  REQUIRE(count(verdict, unwanted_message) == 1);
  CHECK(verdict.violations[0].text == "p3 sends message 4, but messages are numbered 0..3");
}

TEST_CASE("a message from a processor to itself is unwanted on any link") {
  // alltoall among 4: message 5 is from p1 to p1. Scatter and gather: message 0 is from p0 to p0.
  CHECK(count(verdict_of(CollectiveKind::alltoall, kMulti, {"1 p1 s1.0 5"}), unwanted_message) ==
        1);
  CHECK(count(verdict_of(CollectiveKind::alltoall, kMulti, {"1 s1.0 p1 5"}), unwanted_message) ==
        1);
  CHECK(count(verdict_of(CollectiveKind::scatter, kMulti, {"1 p0 s1.0 0"}), unwanted_message) == 1);
  CHECK(count(verdict_of(CollectiveKind::gather, kMulti, {"1 p0 s1.0 0"}), unwanted_message) == 1);
}

TEST_CASE("all violations are counted and the first thousand described, in cycle order") {
  std::vector<Hop> wrong;
  for (Cycle t = 1; t <= 1500; ++t) wrong.push_back(hop(four_leaves(), "1 s1.0 p0 0"));
  for (Cycle t = 1; t <= 1500; ++t) wrong[t - 1].cycle = t;
  const Verdict verdict = verdict_of(CollectiveKind::broadcast, kMulti, wrong);
  CHECK(verdict.violation_count == 1503);  // the sends and three lost messages
  REQUIRE(verdict.violations.size() == 1000);
  CHECK(verdict.violations.back().cycle == 1000);
}

TEST_CASE("cycles near the end of the number range cost no memory") {
  const Verdict verdict =
      verdict_of(CollectiveKind::gather, kMulti, {"1 p1 s1.0 1", "4294967295 s1.0 p0 1"});
  CHECK(verdict.cycles == 4294967295U);
  CHECK(verdict.max_waiting == 1);  // in every cycle between the two hops
}

TEST_CASE("cycles that go back or repeat are an error of the caller") {
  Judge judge(four_leaves(), Collective(CollectiveKind::broadcast, 4, 0, 1), kMulti);
  judge.step(hops(four_leaves(), {"2 p0 s1.0 0"}));
  CHECK_THROWS_AS(judge.step(hops(four_leaves(), {"2 s1.0 p1 0"})), std::logic_error);
}
