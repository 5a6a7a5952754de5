// SPDX-License-Identifier: Apache-2.0
// Collectives that combine: the values that meet, and the additions of a summation.
#include <catch2/catch.hpp>
#include <set>

#include "hostlib/logp_verdict.hpp"
#include "romcast/judge/contributions.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;
using enum CollectiveKind;

namespace {

// Karp et al., Figure 6: the processors have the labels S = 28, 18, 14, 10, 8, 6, 4, 4; a processor
// with k children adds S - (o+1)k operands of its own to its first operand.
const LogpCase kFigure6{summation, 8, {.latency = 5, .overhead = 2, .gap = 4}, 0, 79};
const std::initializer_list<const char*> kFigure6Hops{
    "1 p0 add 13", "17 p0 add 1", "21 p0 add 1", "25 p0 add 1", "1 p1 add 11",
    "15 p1 add 1", "1 p2 add 11", "1 p3 add 10", "1 p4 add 8",  "1 p5 add 6",
    "1 p6 add 4",  "1 p7 add 4",  "19 p1 p0 0",  "15 p2 p0 0",  "11 p3 p0 0",
    "7 p5 p0 0",   "9 p4 p1 0",   "5 p6 p1 0",   "5 p7 p2 0"};

std::vector<Hop> figure6() { return hops(Complete(8), kFigure6Hops); }

// Figure 6 with one hop replaced by another.
Verdict figure6_with(const char* old, const char* other) {
  const Complete network(8);
  std::vector<Hop> all = figure6();
  const auto found = std::ranges::find(all, hop(network, old));
  REQUIRE(found != all.end());
  *found = hop(network, other);
  return verdict_of(kFigure6, all);
}

// The broadcast of Figure 1 backwards: for each message that the broadcast sends at time t, the
// receiver sends one back at time 14 - t. The processors are renumbered, so that their values are
// combined in order.
const std::initializer_list<const char*> kReduceInOrder{
    "3 p1 p0 0", "7 p2 p0 0", "11 p3 p0 0", "15 p5 p0 0", "1 p4 p3 0", "1 p6 p5 0", "5 p7 p5 0"};

std::vector<Hop> all_at(Cycle cycle, NodeId processors, NodeId distance, MessageId message) {
  std::vector<Hop> result;
  for (NodeId i = 0; i < processors; ++i) {
    result.push_back({cycle, i, message, (i + distance) % processors});
  }
  return result;
}

std::vector<Hop> joined(std::initializer_list<std::vector<Hop>> parts) {
  std::vector<Hop> result;
  for (const auto& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

}  // namespace

TEST_CASE("the summation of Figure 6 adds 79 operands in 28 cycles") {
  const Verdict verdict = verdict_of(kFigure6, figure6());
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 28);
  CHECK(verdict.delivered == 79);
  CHECK(verdict.expected == 79);
  CHECK(verdict.hops == 7);
  CHECK(verdict.ordered == true);
}

TEST_CASE("values are combined each on its own, and what is combined of all is taken as it comes") {
  const LogpCase c{allreduce, 3, {}, 0, 2};
  const Complete network(3);
  // Value 0 is combined in p1, value 1 in p2; then both results are distributed.
  const std::vector<Hop> there =
      hops(network, {"1 p0 p1 0", "1 p1 p2 1", "2 p2 p1 0", "2 p0 p2 1", "3 p1 p0 0", "3 p2 p1 1",
                     "4 p1 p2 0", "4 p2 p0 1"});
  const Verdict verdict = verdict_of(c, there);
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 4);
  CHECK(verdict.delivered == 3 * 2 * 2);
  CHECK(verdict.expected == 3 * 2 * 2);
  CHECK(verdict.ordered == true);
  // First the last hop is missing, then a hop has a message number that does not exist.
  CHECK(first(verdict_of(c, {there.begin(), there.end() - 1})) ==
        "4: message-lost: p0 never gets value 1 of p1");
  CHECK(first(verdict_of(c, joined({there, hops(network, {"5 p0 p1 5"})}))) ==
        "5: unwanted-message: p0 sends message 5, but messages are numbered 0..3");
  CHECK(count(verdict_of(c, hops(network, {"1 p0 p1 0", "2 p1 p0 0"})), counted_twice) == 1);
  // Message 2 is value 0 without the sender's own part, which a complete result cannot lose.
  CHECK(count(verdict_of(c, joined({there, hops(network, {"5 p0 p1 2"})})), unwanted_message) == 1);
}

TEST_CASE("a reduce-scatter is done when every processor has all of its values") {
  const LogpCase c{reduce_scatter, 2, {}, 0, 2};
  const Complete network(2);
  const Verdict verdict =
      verdict_of(c, hops(network, {"1 p0 p1 2", "1 p1 p0 0", "2 p0 p1 3", "2 p1 p0 1"}));
  CHECK(first(verdict) == "legal");
  CHECK(verdict.delivered == 4);
  CHECK(count(verdict_of(c, hops(network, {"1 p0 p1 2", "1 p1 p0 0"})), message_lost) == 2);
}

TEST_CASE(
    "a summation that adds too few operands loses some and one that adds too many invents some") {
  const Verdict few = figure6_with("25 p0 add 1", "25 p0 add 0");
  CHECK(first(few) == "25: message-lost: p0 gets the sum of 78 operands, not of all 79");
  CHECK(few.delivered == 78);
  CHECK(few.ordered == false);
  LogpCase other = kFigure6;
  other.messages = 78;
  CHECK(count(verdict_of(other, figure6()), unwanted_message) == 1);
}

TEST_CASE("an addition that is not done when the sum is sent is lost") {
  const LogpCase c{summation, 2, {.latency = 3}, 0, 6};
  CHECK(first(verdict_of(c, {"1 p1 add 4", "5 p1 p0 0"})) == "legal");
  // The send breaks no rule, but begins before the additions end: p1 sends only its first operand.
  CHECK(first(verdict_of(c, {"1 p1 add 4", "4 p1 p0 0"})) ==
        "4: message-lost: p0 gets the sum of 2 operands, not of all 6");
}

TEST_CASE("additions overlap with nothing") {
  // p0 receives at time 13 and adds the value at 15; p1 adds p6's value at 13; p4 sends at time 8.
  CHECK(count(figure6_with("1 p0 add 13", "1 p0 add 14"), processor_busy) == 1);
  CHECK(count(figure6_with("17 p0 add 1", "16 p0 add 1"), processor_busy) == 1);
  CHECK(count(figure6_with("15 p1 add 1", "14 p1 add 1"), processor_busy) == 1);
  CHECK(count(figure6_with("1 p4 add 8", "2 p4 add 8"), processor_busy) == 1);
  const LogpCase c{summation, 2, {}, 0, 5};
  CHECK(count(verdict_of(c, {"1 p1 add 2", "2 p1 add 1", "4 p1 p0 0"}), processor_busy) == 1);
}

TEST_CASE("the cycle after a reception is for the addition of what came") {
  // p1 receives p2's message at time 2 and adds its value in cycle 3, so p1 sends in cycle 4 at
  // the earliest.
  const LogpCase c{summation, 3, {.latency = 2}, 0, 3};
  const Verdict verdict = verdict_of(c, {"1 p2 p1 0", "4 p1 p0 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 6);
  CHECK(count(verdict_of(c, {"1 p2 p1 0", "3 p1 p0 0"}), message_lost) == 1);
}

TEST_CASE("the first operand of a processor costs nothing") {
  const Verdict verdict = verdict_of({summation, 2, {}, 0, 2}, {"1 p1 p0 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 2);
}

TEST_CASE("operands that are sent twice are counted twice") {
  const Verdict verdict =
      verdict_of({summation, 2, {}, 0, 3}, {"1 p1 p0 0", "2 p1 add 1", "4 p1 p0 0"});
  CHECK(count(verdict, counted_twice) == 1);
  CHECK(verdict.ordered == false);
}

TEST_CASE("a reduction is a broadcast backwards and as fast") {
  const Verdict verdict = verdict_of({reduce, 8, kFigure1}, kReduceInOrder);
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 24);
  CHECK(verdict.delivered == 7);
  CHECK(verdict.expected == 7);
  CHECK(verdict.ordered == true);
}

TEST_CASE("a reduction whose values meet out of order is right only if they commute") {
  // p1 and p2 swap their send times, so that p0 combines p2's value before p1's.
  const Verdict verdict =
      verdict_of({reduce, 8, kFigure1}, {"7 p1 p0 0", "3 p2 p0 0", "11 p3 p0 0", "15 p5 p0 0",
                                         "1 p4 p3 0", "1 p6 p5 0", "5 p7 p5 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.ordered == false);
}

TEST_CASE("a smaller processor's value goes to the left") {
  const Verdict verdict = verdict_of({reduce, 3, {}, 1}, {"1 p2 p1 0", "2 p0 p1 0"});
  CHECK(first(verdict) == "legal");
  CHECK(verdict.ordered == true);
  // The order does not wrap around: p2, p0 and then p1 is no product in order.
  CHECK(verdict_of({reduce, 3, {}, 1}, {"1 p2 p0 0", "2 p0 p1 0"}).ordered == false);
}

TEST_CASE("the sink of a reduction sends nothing") {
  const Verdict verdict =
      verdict_of({reduce, 3, {}}, {"1 p2 p1 0", "2 p1 p0 0", "3 p0 p2 0", "4 p0 p1 1"});
  CHECK(first(verdict) ==
        "3: unwanted-message: p0 sends message 0 to p2, but it is where it shall end");
  CHECK(count(verdict, unwanted_message) == 2);
  CHECK(verdict.delivered == 2);
}

TEST_CASE("the sink of a summation sends nothing") {
  const LogpCase c{summation, 3, {.latency = 2}, 0, 3};
  CHECK(first(verdict_of(c, {"1 p1 p0 0", "3 p2 p0 0"})) == "legal");
  const Verdict verdict = verdict_of(c, {"1 p1 p0 0", "3 p2 p0 0", "9 p0 p1 0"});
  CHECK(first(verdict) ==
        "9: unwanted-message: p0 sends message 0 to p1, but it is where it shall end");
  CHECK(verdict.violation_count == 1);
}

TEST_CASE("the cycles of a reduction end with what its sink gets") {
  // p2 receives a useless message later.
  const Verdict verdict = verdict_of({reduce, 3, {}}, {"1 p1 p0 0", "2 p2 p0 0", "3 p1 p2 0"});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 2);
}

TEST_CASE("a value that is sent too early misses what comes later") {
  const Verdict verdict = verdict_of({reduce, 3, {.latency = 3}}, {"1 p2 p1 0", "3 p1 p0 0"});
  CHECK(first(verdict) == "3: message-lost: p0 never gets the value of p2");
  CHECK(verdict.delivered == 1);
  CHECK(verdict.ordered == false);
}

TEST_CASE("a value that comes on two ways is counted twice") {
  const Verdict verdict = verdict_of({reduce, 3, {}}, {"1 p2 p1 0", "2 p1 p0 0", "3 p2 p0 0"});
  CHECK(first(verdict) ==
        "3: counted-twice: p0 combines the value of p2 again, which comes with message 0 "
        "from p2");
  CHECK(verdict.violation_count == 1);
  CHECK(verdict.delivered == 2);
  CHECK(verdict.ordered == false);
}

TEST_CASE("an allreduce of P(4) = 5 processors with L = 2 takes 4 cycles") {
  // Theorem 4.1: at time j = 0, 1, 2 processor i sends to processor i + f(j+L-1) modulo 5, with
  // f(j+L-1) = 1, 2, 3; a broadcast reaches f(t) processors by time t.
  const Verdict verdict =
      verdict_of({allreduce, 5, {.latency = 2}},
                 joined({all_at(1, 5, 1, 0), all_at(2, 5, 2, 0), all_at(3, 5, 3, 0)}));
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 4);
  CHECK(verdict.delivered == 20);
  CHECK(verdict.expected == 20);
  CHECK(verdict.ordered == false);
}

TEST_CASE("an allreduce of 3 processors in 2 rounds leaves out the sender's own value in one") {
  const LogpCase c{allreduce, 3, {}};
  const Verdict verdict = verdict_of(c, joined({all_at(1, 3, 1, 0), all_at(2, 3, 1, 1)}));
  CHECK(first(verdict) == "legal");
  CHECK(verdict.cycles == 2);
  const Verdict twice = verdict_of(c, joined({all_at(1, 3, 1, 0), all_at(2, 3, 1, 0)}));
  CHECK(count(twice, counted_twice) == 3);
  CHECK(twice.violation_count == 3);
}

TEST_CASE("who has received nothing cannot send all but its own value") {
  const Verdict verdict = verdict_of({allreduce, 3, {}}, {"1 p0 p1 1"});
  CHECK(count(verdict, sent_before_arrival) == 1);
  CHECK(count(verdict, message_lost) == 6);
}

TEST_CASE("an allreduce of two processors is in order") {
  CHECK(verdict_of({allreduce, 2, {}}, {"1 p0 p1 0", "1 p1 p0 0"}).ordered == true);
}

TEST_CASE("only messages 0 and 1 can be combined") {
  CHECK(count(verdict_of({reduce, 2, {}}, {"1 p1 p0 2"}), unwanted_message) == 1);
}

TEST_CASE("contributions are sets of processors kept as ranges") {
  using Range = Contributions::Range;
  Contributions set(4);
  CHECK(set.add(Contributions(6)) == kNone);
  CHECK(set.ranges() == std::vector<Range>{{4, 5}, {6, 7}});
  CHECK(set.add(Contributions(5)) == kNone);
  CHECK(set.ranges() == std::vector<Range>{{4, 7}});
  CHECK(set.add(Contributions(6)) == 6);
  CHECK(set.without(5).ranges() == std::vector<Range>{{4, 5}, {6, 7}});
  CHECK(set.size() == 3);
  CHECK(set.contains(4));
  CHECK_FALSE(set.contains(7));
  CHECK_FALSE(Contributions().contains(0));
}

TEST_CASE("contributions of random sets equal those of the standard library") {
  unsigned state = GENERATE(range(1U, 40U));
  const auto random = [&] { return state = state * 1103515245 + 12345, state >> 16; };
  Contributions mine;
  std::set<NodeId> theirs;
  for (int i = 0; i < 20; ++i) {
    Contributions others;
    std::set<NodeId> elements;
    for (unsigned n = random() % 6; n > 0; --n) {
      const NodeId p = random() % 40;
      if (elements.insert(p).second) others.add(Contributions(p));
    }
    NodeId twice = kNone;
    for (const NodeId p : elements) {
      if (!theirs.insert(p).second) twice = std::min(twice, p);
    }
    CHECK(mine.add(others) == twice);
    CHECK(mine.size() == theirs.size());
    for (NodeId p = 0; p < 40; ++p) CHECK(mine.contains(p) == theirs.contains(p));
  }
}
