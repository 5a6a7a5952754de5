// SPDX-License-Identifier: Apache-2.0
// Compares the queue figures of the judge, which counts while it reads hops, with a recount. The
// messages of the schedules take a tree's only path; in some schedules, one message strays.
#include "romcast/judge/queue_forecast.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "hostlib/judge/queue_recount.hpp"
#include "hostlib/test_hops.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Returns random hops, with idle cycles between them. Messages take the only path of the tree to
// their destinations, except that once, in cycle `astray` or later, a switch may send a message to
// a switch that does not await the message.
std::vector<Hop> on_their_way(const FatTree& tree, const Collective& collective, unsigned seed,
                              Cycle astray) {
  std::mt19937 random(seed);
  std::set<std::pair<ChannelId, MessageId>> awaited;
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    const NodeId origin = collective.origin(m);
    if (collective.destination(m) != origin) awaited.insert({tree.up_channel(origin), m});
  }
  std::vector<Hop> result;
  for (Cycle t = 1; !awaited.empty() && t <= 60; ++t) {
    if (random() % 4 == 0) continue;
    std::vector<std::pair<ChannelId, MessageId>> arrivals;
    for (ChannelId c = 0; c < tree.channels().size(); ++c) {
      const Channel& channel = tree.channels()[c];
      for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
        std::vector<MessageId> choice;
        for (const auto& [by, m] : awaited) {
          const bool strays = t >= astray && channel.from == tree.channels()[by].from &&
                              !tree.is_processor(channel.from) && !tree.is_processor(channel.to);
          if (by == c || strays) choice.push_back(m);
        }
        if (choice.empty() || random() % 2 == 0) continue;
        const MessageId m = choice[random() % choice.size()];
        if (awaited.erase({c, m}) == 0) {
          astray = kNone;
          if (!collective.multicast()) {
            for (const ChannelId out : tree.outputs(channel.from)) awaited.erase({out, m});
          }
        }
        result.push_back({t, channel.first_link + lane, m});
        arrivals.emplace_back(c, m);
      }
    }
    for (const auto& [by, m] : arrivals) {
      const NodeId at = tree.channels()[by].to;
      if (tree.is_processor(at)) continue;
      for (const ChannelId out : tree.outputs(at)) {
        const bool back = tree.channels()[out].to == tree.channels()[by].from;
        const bool leads =
            collective.multicast() ? !back : tree.route(at, collective.destination(m)) == out;
        if (leads) awaited.insert({out, m});
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("queue figures of schedules without detours, and with one, equal a recount", "[slow]") {
  const unsigned seed = GENERATE(range(0U, 80U));
  const FatTree tree(seed % 3 == 0 ? 3 : 2, seed % 5 == 0 ? 3 : 2,
                     seed % 5 == 0   ? "constant"
                     : seed % 2 == 0 ? "1,1"
                                     : "1,2");
  const Cycle astray = seed % 4 == 3 ? 1 + seed % 16 : kNone;
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, tree.processors(), 1, seed % 2 + 1);
    const std::vector<Hop> hops = on_their_way(tree, collective, seed, astray);
    for (const Ports ports : {kSingle, kMulti}) {
      CAPTURE(seed, name(kind), ports.name());
      const Verdict verdict = judge(tree, collective, ports, stored_schedule(hops));
      CHECK(count(verdict, ViolationKind::sent_before_arrival) == 0);
      CHECK(verdict.levels == recounted(tree, hops, ports));
    }
  }
}

TEST_CASE("input queues of schedules without detours are as full as a recount says") {
  const unsigned seed = GENERATE(range(0U, 20U));
  const FatTree tree(2, 3, "constant");
  const Collective collective(CollectiveKind::alltoall, 8, 0, 1);
  const std::vector<Hop> hops = on_their_way(tree, collective, seed, kNone);
  const Verdict verdict = judge(tree, collective, kSingle, stored_schedule(hops),
                                QueueLimit{QueueKind::per_input, 1000});
  const Recount recount(tree, hops);
  std::vector<std::uint32_t> most(tree.levels() + 1);
  for (NodeId node = tree.node(1, 0); node < tree.nodes(); ++node) {
    for (Cycle t = 0; t <= 61; ++t) {
      const Recount::Counts counts = recount.at(node, t);
      for (const auto& [channel, messages] : counts.inputs) {
        raise(most[tree.level(node)], size(messages));
      }
    }
  }
  for (const LevelQueues& level : verdict.levels) CHECK(level.max_per_link == most[level.level]);
}

TEST_CASE("a message that a switch sends again and again stays until the last time") {
  const FatTree tree(2, 2, "constant");
  const std::vector<Hop> again =
      hops(tree, {"1 p0 s1.0 0", "2 s1.0 p1 0", "3 s1.0 p1 0", "4 s1.0 s2.0 0", "5 s2.0 s1.1 0",
                  "6 s1.0 p1 0", "6 s1.1 p2 0", "7 s1.1 p3 0"});
  const Collective collective(CollectiveKind::allgather, 4, 0, 1);
  for (const Ports ports : {kSingle, kMulti}) {
    CHECK(judge(tree, collective, ports, stored_schedule(again)).levels ==
          recounted(tree, again, ports));
  }
}

TEST_CASE("too small queues of schedules without detours equal a recount") {
  const unsigned seed = GENERATE(range(0U, 40U));
  const FatTree tree(2, 2, seed % 2 == 0 ? "constant" : "1,2");
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 4, 1, 2);
    const std::vector<Hop> hops = on_their_way(tree, collective, seed, kNone);
    for (const QueueKind limit : {QueueKind::per_output, QueueKind::per_input}) {
      for (const std::uint32_t depth : {1U, 2U, 3U}) {
        CAPTURE(seed, name(kind), static_cast<int>(limit), depth);
        const Verdict verdict =
            judge(tree, collective, kMulti, stored_schedule(hops), QueueLimit{limit, depth});
        CHECK(queues_too_deep(verdict) == too_small(tree, hops, limit, depth));
      }
    }
  }
}
