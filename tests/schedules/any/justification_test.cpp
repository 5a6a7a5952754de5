// SPDX-License-Identifier: Apache-2.0
// justified() makes legal schedules of trees of hops, and its forward and backward sweeps over a
// schedule mend a wrong order of the hops.
#include "schedules/any/justification.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// A broadcast of two messages down a tree: p0 to p1, and from there to p2 and p3.
any::Branches two_down(const Topology& network) {
  any::Branches branches;
  for (MessageId m = 0; m < 2; ++m) {
    const std::size_t first = branches.all.size();
    branches.first.push_back(first);
    branches.all.push_back({.channel = network.find_channel(0, 1),
                            .message = m,
                            .below = 1,
                            .next = {first + 1, first + 2}});
    branches.all.push_back({.channel = network.find_channel(1, 2), .message = m});
    branches.all.push_back({.channel = network.find_channel(1, 3), .message = m});
  }
  return branches;
}

}  // namespace

TEST_CASE("sweeps make legal schedules of trees", "[any][ordering]") {
  const Network network = undirected(4, {{0, 1}, {1, 2}, {1, 3}});
  const Collective collective(CollectiveKind::broadcast, 4, 0, 2);
  const any::Branches branches = two_down(*network);
  const any::Task task{*network, collective, kMulti};
  const any::Hops hops = any::justified(task, branches, 3, kNone, 10, {});
  CHECK(any::cycles_of(hops) == 3);
  const Verdict verdict = judge(*network, collective, kMulti, stored_schedule(hops));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == verdict.expected);
  CHECK(any::justified(task, branches, 3, 3, 10, {}).empty());
}

TEST_CASE("sweeps mend an order that is wrong", "[any][ordering]") {
  // The message that must be forwarded is the last in line: 4 cycles instead of 3.
  const Network network = path(3);
  const Collective exchange(3, std::vector<Relation>{{0, 1}, {0, 2}, {0, 1}});
  any::Branches branches;
  const ChannelId first = network->find_channel(0, 1);
  branches.all = {{.channel = first, .message = 0, .urgency = 2},
                  {.channel = first, .message = 1, .below = 1, .urgency = 0, .next = {2}},
                  {.channel = network->find_channel(1, 2), .message = 1},
                  {.channel = first, .message = 2, .urgency = 1}};
  branches.first = {0, 1, 3};
  const any::Task task{*network, exchange, kMulti};
  CHECK(any::cycles_of(any::justified(task, branches, 3, kNone, 1, {})) == 4);
  CHECK(any::cycles_of(any::justified(task, branches, 3, kNone, 100, {})) == 3);
}
