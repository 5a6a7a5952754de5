// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/lockstep.hpp"

#include <catch2/catch.hpp>

#include "hostlib/test_hops.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/fat_tree.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

const FatTree kFourLeaves(2, 2, "constant");
const Collective kCollective(CollectiveKind::allgather, 4, 0, 1);

using HopTexts = std::initializer_list<const char*>;
const HopTexts kPlan{"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0", "5 s1.0 p0 1"};

// The first difference between kPlan and a trace; "" if there is none.
std::string difference(const std::vector<Hop>& trace) {
  LockStep lock_step(kFourLeaves, kCollective, stored_schedule(hops(kFourLeaves, kPlan)));
  lock_step.trace(trace);
  lock_step.finish();
  CHECK(lock_step.equal() == lock_step.difference().empty());
  return lock_step.difference();
}

std::string difference(HopTexts trace) { return difference(hops(kFourLeaves, trace)); }

std::vector<Hop> plan_with(const Hop& extra) {
  std::vector<Hop> trace = hops(kFourLeaves, kPlan);
  trace.push_back(extra);
  std::ranges::stable_sort(trace, {}, &Hop::cycle);
  return trace;
}

// A fully connected network of 5 processors. In cycle 1 processor 0 sends messages 0 and 1 to
// processor 1, and message 1 to processor 2; in cycle 2 processor 1 sends message 0 to processor 2.
const Complete kFive(5);
const Collective kFourMessages(CollectiveKind::broadcast, 5, 0, 4);
const std::vector<Hop> kSends{{1, 0, 0, 1}, {1, 0, 1, 1}, {1, 0, 1, 2}, {2, 1, 0, 2}};

std::string difference_of_sends(const std::vector<Hop>& trace) {
  LockStep lock_step(kFive, kFourMessages, stored_schedule(kSends));
  lock_step.trace(trace);
  lock_step.finish();
  return lock_step.difference();
}

const auto kNoLink = static_cast<LinkId>(kFourLeaves.links());

}  // namespace

TEST_CASE("equal schedules are equal, in whatever order the hops of a cycle come") {
  CHECK(difference(kPlan).empty());
  CHECK(difference({"1 p1 s1.0 1", "1 p0 s1.0 0", "2 s1.0 p1 0", "5 s1.0 p0 1"}).empty());
}

TEST_CASE("a trace may come in pieces of whole cycles") {
  LockStep lock_step(kFourLeaves, kCollective, stored_schedule(hops(kFourLeaves, kPlan)));
  lock_step.trace(hops(kFourLeaves, {"1 p0 s1.0 0", "1 p1 s1.0 1"}));
  lock_step.trace({});
  lock_step.trace(hops(kFourLeaves, {"2 s1.0 p1 0", "5 s1.0 p0 1"}));
  lock_step.finish();
  CHECK(lock_step.equal());
}

TEST_CASE("nothing equals nothing") {
  LockStep lock_step(kFourLeaves, kCollective, stored_schedule({}));
  lock_step.finish();
  CHECK(lock_step.equal());
}

TEST_CASE("a missing hop is named, wherever it is missing") {
  CHECK_THAT(difference({"1 p0 s1.0 0", "2 s1.0 p1 0", "5 s1.0 p0 1"}),
             Contains("nothing in the trace") && Contains("cycle 1: p1 > s1.0 message 1"));
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "5 s1.0 p0 1"}),
             Contains("cycle 2: s1.0 > p1 message 0"));
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0"}),
             Contains("cycle 5: s1.0 > p0 message 1"));
  CHECK_THAT(difference(HopTexts{}), Contains("nothing in the trace") && Contains("cycle 1"));
}

TEST_CASE("an extra hop is named, in a cycle with others, in one without and after the end") {
  CHECK_THAT(difference(plan_with(hop(kFourLeaves, "2 s1.0 s2.0 1"))),
             Contains("cycle 2: 2 hops, the plan has 1"));
  CHECK_THAT(difference(plan_with(hop(kFourLeaves, "3 s1.0 s2.0 1"))),
             Contains("cycle 3: s1.0 > s2.0 message 1, the plan has nothing like it"));
  CHECK_THAT(difference(plan_with(hop(kFourLeaves, "9 s1.0 s2.0 1"))),
             Contains("cycle 9: s1.0 > s2.0 message 1, but the plan has ended"));
}

TEST_CASE("a hop that comes twice in a cycle is no equal trace") {
  CHECK_FALSE(difference(plan_with(hop(kFourLeaves, "2 s1.0 p1 0"))).empty());
}

TEST_CASE("a wrong message on the right link is named with the one expected") {
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 1", "5 s1.0 p0 1"}),
             Contains("cycle 2: s1.0 > p1 message 1, the plan has message 0"));
}

TEST_CASE("the right message on a wrong link is named") {
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 s2.0 0", "5 s1.0 p0 1"}),
             Contains("nothing in the trace for the plan's cycle 2: s1.0 > p1 message 0"));
}

TEST_CASE("an early hop is named") {
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0", "4 s1.0 p0 1"}),
             Contains("cycle 4: s1.0 > p0 message 1, the plan has nothing like it"));
}

TEST_CASE("a late hop is missing where it should be") {
  CHECK_THAT(difference({"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0", "6 s1.0 p0 1"}),
             Contains("nothing in the trace for the plan's cycle 5"));
}

TEST_CASE("the first difference stays") {
  LockStep lock_step(kFourLeaves, kCollective, stored_schedule(hops(kFourLeaves, kPlan)));
  lock_step.trace(hops(kFourLeaves, {"1 p0 s1.0 0"}));
  const std::string first = lock_step.difference();
  CHECK_FALSE(first.empty());
  lock_step.trace(hops(kFourLeaves, {"2 s1.0 p1 1"}));
  lock_step.finish();
  CHECK(lock_step.difference() == first);
}

TEST_CASE("something that is no message is named as such") {
  CHECK_THAT(difference(plan_with({2, hop(kFourLeaves, "2 s1.0 s2.0 0").link, kNoMessage})),
             Contains("cycle 2: s1.0 > s2.0 something that is no message"));
  CHECK_THAT(difference(plan_with({9, hop(kFourLeaves, "2 s1.0 s2.0 0").link, kNoMessage})),
             Contains("cycle 9: s1.0 > s2.0 something that is no message"));
}

TEST_CASE("a link that does not exist is named as such, whenever it is driven") {
  for (const Cycle cycle : {1U, 3U, 9U}) {
    CAPTURE(cycle);
    CHECK(difference(plan_with({cycle, kNoLink, 0})) ==
          "cycle " + std::to_string(cycle) + ": a switch drives a link that does not exist");
  }
}

TEST_CASE("plans longer than a batch are compared to the end") {
  std::vector<Hop> plan;
  const LinkId link = hop(kFourLeaves, "1 p0 s1.0 0").link;
  for (Cycle cycle = 1; cycle <= 50'000; ++cycle) plan.push_back({cycle, link, cycle % 4});
  for (const bool equal : {true, false}) {
    LockStep lock_step(kFourLeaves, kCollective, stored_schedule(plan));
    std::vector<Hop> trace = plan;
    if (!equal) trace.back().message ^= 1;
    lock_step.trace(trace);
    lock_step.finish();
    CHECK(lock_step.equal() == equal);
  }
}

TEST_CASE("an addition that the trace lacks is named as such") {
  const Complete network(2);
  const Collective summation(CollectiveKind::summation, 2, 0, 6);
  LockStep lock_step(network, summation, stored_schedule(hops(network, {"1 p1 add 4"})));
  lock_step.finish();
  CHECK_THAT(lock_step.difference(), Contains("cycle 1: p1 adds 4 operands"));
}

TEST_CASE("the sends of a processor to several others are compared as a set") {
  CHECK(difference_of_sends(kSends).empty());
  CHECK(difference_of_sends({kSends[2], kSends[1], kSends[0], kSends[3]}).empty());
}

TEST_CASE("a wrong receiver on a fully connected network is named") {
  CHECK_THAT(difference_of_sends({kSends[0], kSends[1], {1, 0, 1, 3}, kSends[3]}),
             Contains("nothing in the trace for the plan's cycle 1: p0 > p2 message 1"));
  CHECK_THAT(difference_of_sends({kSends[0], {1, 0, 1, 0}, kSends[1], kSends[2], kSends[3]}),
             Contains("cycle 1: p0 > p0 message 1, the plan has nothing like it"));
}

TEST_CASE("a wrong message on a fully connected network is named with the one expected") {
  CHECK_THAT(difference_of_sends({kSends[0], kSends[1], {1, 0, 3, 2}, kSends[3]}),
             Contains("cycle 1: p0 > p2 message 3, the plan has message 1"));
}

TEST_CASE("a send that comes twice or not at all on a fully connected network is no equal trace") {
  CHECK_FALSE(difference_of_sends({kSends[0], kSends[0], kSends[1], kSends[2], kSends[3]}).empty());
  CHECK_FALSE(difference_of_sends({kSends[0], kSends[1], kSends[2], kSends[3], kSends[3]}).empty());
  CHECK_THAT(difference_of_sends({kSends[0], kSends[1], kSends[3]}),
             Contains("nothing in the trace for the plan's cycle 1: p0 > p2 message 1"));
}
