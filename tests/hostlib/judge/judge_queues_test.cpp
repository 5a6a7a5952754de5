// SPDX-License-Identifier: Apache-2.0
// The judge's queue figures against figures by hand, and against figures that are recounted from
// the definition; the judge's queue limits with as many slots as a schedule needs, and one less.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "hostlib/judge/queue_recount.hpp"
#include "hostlib/test_hops.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Gather to p0 on 4 leaves: p2 and p3 send in cycle 1, s1.1 sends one message at a time. After
// cycle 1 s1.1 holds two messages, from different inputs, both to be sent up; one waits in cycle 2.
Verdict gathered(Ports ports, std::optional<QueueLimit> limit) {
  const FatTree tree(2, 2, "constant");
  return judge(
      tree, Collective(CollectiveKind::gather, 4, 0, 1), ports,
      stored_schedule(hops(
          tree, {"1 p2 s1.1 2", "1 p3 s1.1 3", "1 p1 s1.0 1", "2 s1.1 s2.0 2", "3 s1.1 s2.0 3",
                 "2 s1.0 p0 1", "3 s2.0 s1.0 2", "4 s2.0 s1.0 3", "4 s1.0 p0 2", "5 s1.0 p0 3"})),
      limit);
}

// A scatter in which s1.0 sends two messages up, three cycles after they arrived over one input.
Verdict scattered(std::optional<QueueLimit> limit) {
  const FatTree tree(2, 2, "constant");
  return judge(
      tree, Collective(CollectiveKind::scatter, 4, 0, 1), kMulti,
      stored_schedule(hops(
          tree, {"1 p0 s1.0 2", "2 p0 s1.0 3", "3 p0 s1.0 1", "4 s1.0 s2.0 2", "5 s1.0 s2.0 3",
                 "4 s1.0 p1 1", "5 s2.0 s1.1 2", "6 s2.0 s1.1 3", "6 s1.1 p2 2", "7 s1.1 p3 3"})),
      limit);
}

}  // namespace

TEST_CASE("two messages for one output: one of them waits") {
  for (const Ports ports : {kSingle, kMulti}) {
    const Verdict verdict = gathered(ports, std::nullopt);
    CHECK(verdict.violation_count == 0);
    CHECK(verdict.cycles == 5);
    // The figures of queues down are 1: s1.0 has one message at a time for p0.
    CHECK(verdict.levels[0] == LevelQueues{1, 2, 1, 2, 1, 2, 1});
    CHECK(verdict.levels[1] == LevelQueues{2, 1, 0, 0, 1, 1, 1});
  }
}

TEST_CASE("an output queue as deep as the need is enough and one place less is too few") {
  CHECK(gathered(kMulti, QueueLimit{QueueKind::per_output, 2}).violation_count == 0);
  const Verdict verdict = gathered(kMulti, QueueLimit{QueueKind::per_output, 1});
  REQUIRE(verdict.violation_count == 1);
  CHECK(verdict.violations[0].kind == ViolationKind::queue_too_deep);
  CHECK(verdict.violations[0].cycle == 1);
  CHECK(verdict.violations[0].text == "switch s1.1: its queue to s2.0 needs 2 slots, it has 1");
}

TEST_CASE("an up queue as deep as the need is enough and one place less is too few") {
  CHECK(gathered(kMulti, QueueLimit{QueueKind::up_down, 2}).violation_count == 0);
  const Verdict verdict = gathered(kMulti, QueueLimit{QueueKind::up_down, 1});
  REQUIRE(verdict.violation_count == 1);
  CHECK(verdict.violations[0].text == "switch s1.1: its up queue needs 2 slots, it has 1");
}

TEST_CASE("a down queue is checked by the distinct messages that go down") {
  // Allgather: the root gets messages 0 and 2 in cycle 2 and sends them down in 3: two messages.
  const FatTree tree(2, 2, "constant");
  const auto run = [&](std::uint32_t depth) {
    return judge(tree, Collective(CollectiveKind::allgather, 4, 0, 1), kMulti,
                 stored_schedule(hops(tree, {"1 p0 s1.0 0", "1 p2 s1.1 2", "2 s1.0 s2.0 0",
                                             "2 s1.1 s2.0 2", "3 s2.0 s1.1 0", "3 s2.0 s1.0 2"})),
                 QueueLimit{QueueKind::up_down, depth});
  };
  CHECK(count(run(2), ViolationKind::queue_too_deep) == 0);
  const Verdict verdict = run(1);
  REQUIRE(count(verdict, ViolationKind::queue_too_deep) == 1);
  CHECK(verdict.violations[0].text == "switch s2.0: its down queue needs 2 slots, it has 1");
}

TEST_CASE("an input queue holds what came by one channel and is still to be sent") {
  // After cycle 3 s1.0 holds messages 2, 3 and 1, all from p0.
  CHECK(scattered(QueueLimit{QueueKind::per_input, 3}).violation_count == 0);
  const Verdict verdict = scattered(QueueLimit{QueueKind::per_input, 2});
  REQUIRE(verdict.violation_count == 1);
  CHECK(verdict.violations[0].cycle == 3);
  CHECK(verdict.violations[0].text == "switch s1.0: its queue from p0 needs 3 slots, it has 2");
  // In the gather the two messages of s1.1 arrive over different channels.
  CHECK(gathered(kMulti, QueueLimit{QueueKind::per_input, 1}).violation_count == 0);
}

TEST_CASE("a queue violation names the first cycle and the largest need") {
  // After cycle 1 the switch holds one message to be sent up, after cycles 2 and 3 two.
  const Verdict verdict = scattered(QueueLimit{QueueKind::per_output, 0});
  const auto found = std::ranges::find_if(verdict.violations, [](const Violation& v) {
    return v.text == "switch s1.0: its queue to s2.0 needs 2 slots, it has 0";
  });
  REQUIRE(found != verdict.violations.end());
  CHECK(found->cycle == 1);
}

TEST_CASE("idle cycles between arrival and send are waiting") {
  const FatTree tree(2, 1, "constant");
  const Collective collective(CollectiveKind::gather, 2, 0, 1);
  const auto run = [&](const char* send) {
    return judge(tree, collective, kMulti, stored_schedule(hops(tree, {"1 p1 s1.0 1", send})));
  };
  CHECK(run("2 s1.0 p0 1").max_waiting == 0);
  CHECK(run("3 s1.0 p0 1").max_waiting == 1);
}

TEST_CASE("a message that comes by again does not stay between its visits") {
  // Message 0 visits s1.0 in cycle 1 and again in cycle 3; message 1 is in s1.0 only after cycle 2.
  const FatTree tree(2, 2, "constant");
  const Verdict verdict =
      judge(tree, Collective(CollectiveKind::allgather, 4, 0, 1), kMulti,
            stored_schedule(hops(tree, {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "2 p1 s1.0 1",
                                        "3 s1.0 p0 1", "3 s2.0 s1.0 0", "4 s1.0 p1 0"})));
  CHECK(verdict.levels[0].max_queue == 1);
}

namespace {

// Random sends of held messages, with idle cycles; messages wander and visit switches repeatedly.
std::vector<Hop> wander(const FatTree& tree, const Collective& collective, unsigned seed) {
  std::mt19937 random(seed);
  std::set<std::pair<NodeId, MessageId>> held;
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    const bool to_itself = collective.destination(m) == collective.origin(m);
    if (!to_itself) held.insert({collective.origin(m), m});
  }
  std::vector<Hop> result;
  for (Cycle t = 1; t <= 14; ++t) {
    if (random() % 4 == 0) continue;
    std::vector<std::pair<NodeId, MessageId>> arrivals;
    for (LinkId link = 0; link < tree.links(); ++link) {
      const Channel& channel = tree.channel_at(link);
      std::vector<MessageId> choice;
      for (const auto& [node, m] : held) {
        if (node == channel.from) choice.push_back(m);
      }
      if (choice.empty() || random() % 2 == 0) continue;
      const MessageId m = choice[random() % choice.size()];
      result.push_back({t, link, m});
      if (collective.destination(m) != channel.to) arrivals.emplace_back(channel.to, m);
      if (!collective.multicast() && !tree.is_processor(channel.from))
        held.erase({channel.from, m});
    }
    held.insert(arrivals.begin(), arrivals.end());
  }
  return result;
}

}  // namespace

TEST_CASE("queue figures of random schedules equal a recount from the definition") {
  const unsigned seed = GENERATE(range(0U, 60U));
  const FatTree tree(seed % 3 == 0 ? 3 : 2, 2, seed % 2 == 0 ? "constant" : "1,2");
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, tree.processors(), 1, 2);
    const std::vector<Hop> hops = wander(tree, collective, seed);
    for (const Ports ports : {kSingle, kMulti}) {
      CAPTURE(seed, name(kind), ports.name());
      const Verdict verdict = judge(tree, collective, ports, stored_schedule(hops));
      CHECK(count(verdict, ViolationKind::sent_before_arrival) == 0);
      CHECK(verdict.levels == recounted(tree, hops, ports));
    }
  }
}

TEST_CASE("too small queues of random schedules equal a recount from the definition") {
  const unsigned seed = GENERATE(range(0U, 40U));
  const FatTree tree(2, 2, seed % 2 == 0 ? "constant" : "1,2");
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 4, 1, 1);
    const std::vector<Hop> hops = wander(tree, collective, seed);
    for (const QueueKind limit : {QueueKind::per_output, QueueKind::per_input}) {
      CAPTURE(seed, name(kind), static_cast<int>(limit));
      const Verdict verdict =
          judge(tree, collective, kMulti, stored_schedule(hops), QueueLimit{limit, 1});
      CHECK(queues_too_deep(verdict) == too_small(tree, hops, limit, 1));
    }
  }
}
