// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/recount.hpp"

#include <catch2/catch.hpp>

#include "hostlib/test_hops.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"

using namespace romcast;
using namespace romcast::test;
using Texts = std::vector<std::string>;

namespace {

// Passes the hops to the recount one by one.
void feed(Recount& recount, const std::vector<Hop>& hops) {
  for (const Hop& hop : hops) recount.step({&hop, 1});
}

// Registers with the values in `held`, without those whose value is negative. The argument `hops`
// is the name of the register with the value held.hops.
Registers registers(const Seen& held, const char* hops = "hops") {
  auto names = std::make_shared<Registers::Names>();
  std::vector<std::int64_t> values;
  const auto add = [&](const char* name, std::int64_t value) {
    if (value < 0) return;
    names->emplace_back(name);
    values.push_back(value);
  };
  add(hops, held.hops);
  add("last_hop", held.last_hop);
  add("busy", held.busy);
  add("deliveries", held.deliveries);
  add("last_delivery", held.last_delivery);
  add("last_add", held.last_add);
  add("transit_high", held.transit_high);
  add("queue_high", held.queue_high);
  add("waiting_high", held.waiting_high);
  add("up_high", held.up_high);
  add("down_high", held.down_high);
  add("places_high", held.places_high);
  return {std::move(names), std::move(values)};
}

// The differences between `held`, the registers of switch 1.0 of a binary tree, and a trace in
// which the switch sends in cycles 2 and 5 and holds at most two messages, one of which waits.
// `lost`: the run lost a message.
Texts tree_differences(const Seen& held, bool lost = false) {
  const FatTree tree(2, 2, "constant");
  const Collective allgather(CollectiveKind::allgather, 4, 0, 1);
  Recount recount(tree, allgather, {}, false);
  feed(recount, hops(tree, {"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0", "5 s1.0 p0 1"}));
  std::vector<LevelQueues> queues(tree.switches(), {.level = 1});
  queues[0] = {.level = 1, .max_queue = 2, .max_waiting = 1};
  Readings result;
  result.switches.push_back({1, tree.first_switch(), registers(held)});
  return recount.differences(result, queues, {.places = {1}}, lost);
}

const Seen kRight{.hops = 2, .last_hop = 5, .queue_high = 2, .waiting_high = 1};

Seen with(std::int64_t Seen::*what, std::int64_t value, Seen counters = kRight) {
  counters.*what = value;
  return counters;
}

// The differences between a trace and the registers of p0, p1 and the crossbar, which has counted
// `crossbar` hops. In the trace, L = 3, o = 1 and g = 2; p0 sends to p1 in cycle 1, to p2 in
// cycle 3. A message is on the line in the L cycles after the sender's overhead, and usable after
// the receiver's overhead.
Texts logp_differences(const Seen& p0, const Seen& p1, std::int64_t crossbar = 2) {
  const Complete three(3);
  const Collective broadcast(CollectiveKind::broadcast, 3, 0, 1);
  Recount recount(three, broadcast, {.latency = 3, .overhead = 1, .gap = 2}, true);
  feed(recount, {{1, 0, 0, 1}, {3, 0, 0, 2}});
  Readings result;
  result.switches = {{1, 0, registers(p0)}, {1, 1, registers(p1)}};
  result.crossbar = registers({.hops = crossbar, .transit_high = 1}, "flits");
  return recount.differences(result, {}, {}, false);
}

const Seen kSender{.hops = 2,
                   .last_hop = 3,
                   .deliveries = 0,
                   .last_delivery = 0,
                   .last_add = 0,
                   .transit_high = 2};
const Seen kReceiver{
    .hops = 0, .last_hop = 0, .deliveries = 1, .last_delivery = 5, .transit_high = 0};

}  // namespace

TEST_CASE("registers that hold what the links showed are no difference") {
  CHECK(tree_differences(kRight).empty());
  CHECK(logp_differences(kSender, kReceiver).empty());
}

TEST_CASE("every register of a switch is compared with its own sends and queues") {
  CHECK(tree_differences(with(&Seen::hops, 3)) ==
        Texts{"s1.0 counts 3 as hops, the trace shows 2"});
  CHECK(tree_differences(with(&Seen::last_hop, 4)).size() == 1);
  CHECK(tree_differences(with(&Seen::queue_high, 1)).size() == 1);
  CHECK(tree_differences(with(&Seen::waiting_high, 2)).size() == 1);
  CHECK(tree_differences(with(&Seen::places_high, 2)).size() == 1);
  CHECK(tree_differences(with(&Seen::places_high, 1)).empty());
}

TEST_CASE("a register that a kind of switch does not have is not compared") {
  CHECK(tree_differences(with(&Seen::queue_high, -1)).empty());
}

TEST_CASE("marks of queues say nothing once a message is lost") {
  CHECK(tree_differences(with(&Seen::queue_high, 1), true).empty());
  CHECK(tree_differences(with(&Seen::hops, 1), true).size() == 1);
}

TEST_CASE("every register of a LogP processor is compared") {
  for (const auto what : {&Seen::hops, &Seen::last_hop, &Seen::deliveries, &Seen::last_delivery,
                          &Seen::last_add, &Seen::transit_high}) {
    CHECK(logp_differences(with(what, 7, kSender), kReceiver).size() == 1);
    CHECK(logp_differences(kSender, with(what, 7, kReceiver)).size() == 1);
  }
  CHECK(logp_differences(kSender, kReceiver, 3) ==
        Texts{"the crossbar counts 3 as hops, the trace shows 2"});
}

// A buffered machine with L = 3: p1 and p2 send to p0 in cycle 1, each over a line of its own, and
// p1 again in cycle 2, so one of the lines has two messages in transit.
TEST_CASE("what is in transit to a processor of a buffered machine is counted line by line") {
  const Complete three(3);
  const Collective broadcast(CollectiveKind::broadcast, 3, 0, 3);
  const auto differences = [&](std::int64_t transit_high) {
    Recount recount(three, broadcast, {.latency = 3, .gap = 1, .buffered = true}, true);
    const std::vector<Hop> together{{1, 1, 0, 0}, {1, 2, 1, 0}}, later{{2, 1, 2, 0}};
    recount.step(together);
    recount.step(later);
    Readings result;
    result.crossbar = registers({.hops = 3, .transit_high = transit_high}, "flits");
    return recount.differences(result, {}, {}, false);
  };
  CHECK(differences(2).empty());
  CHECK(differences(3) == Texts{"the crossbar counts 3 as messages in transit, the trace shows 2"});
  CHECK(differences(1).size() == 1);
}

TEST_CASE("a node of a star graph delivers what is for it, and is busy for its packets") {
  const StarGraph star(3);
  const Collective gather(CollectiveKind::gather, 6, 0, 1);
  Recount recount(star, gather, {.startup = 3, .per_message = 2}, false);
  const NodeId near = star.neighbour(0, 2), far = star.neighbour(near, 3);
  const auto hop = [&](Cycle cycle, NodeId from, unsigned dimension, MessageId message) {
    return Hop{cycle, star.link(from, dimension), message};
  };
  feed(recount, {hop(1, far, 3, kStartup), hop(5, far, 3, far), hop(6, near, 2, kStartup),
                 hop(10, near, 2, near), hop(12, near, 2, far)});
  Readings result;
  const Seen sink{.hops = 0, .busy = 0, .deliveries = 2, .last_delivery = 12};
  const Seen relay{.hops = 2, .last_hop = 12, .busy = 3 + 2 * 2, .deliveries = 0};
  result.switches = {{1, 0, registers(sink)}, {1, near, registers(relay)}};
  CHECK(recount.differences(result, {}, {}, false).empty());
  result.switches = {{1, 0, registers(with(&Seen::deliveries, 1, sink))},
                     {1, near, registers(with(&Seen::busy, 6, relay))}};
  CHECK(recount.differences(result, {}, {}, false).size() == 2);
}
