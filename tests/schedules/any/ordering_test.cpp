// SPDX-License-Identifier: Apache-2.0
// Messages on chosen trees, sent in the order that the search finds, are a legal schedule that
// meets the bound; an order no faster than the known schedule is dropped.
#include "schedules/any/ordering.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// The branches on a path p0 p1 p2, in this order: those of one message from p0 to p1, and those of
// `far` messages from p0 to p2.
any::Branches along_path(const Topology& network, std::uint32_t far) {
  any::Branches branches;
  const ChannelId first = network.find_channel(0, 1), second = network.find_channel(1, 2);
  branches.all.push_back({.channel = first, .message = 0, .below = 0});
  branches.first.push_back(0);
  for (MessageId m = 1; m <= far; ++m) {
    branches.first.push_back(branches.all.size());
    branches.all.push_back(
        {.channel = first, .message = m, .below = 1, .next = {branches.all.size() + 1}});
    branches.all.push_back({.channel = second, .message = m, .below = 0});
  }
  return branches;
}

}  // namespace

TEST_CASE("those with further to go are sent first", "[any][ordering]") {
  const Network network = path(3);
  std::vector<Relation> relations{{0, 1}};
  for (int i = 0; i < 4; ++i) relations.push_back({0, 2});
  const Collective exchange(3, relations);
  const any::Task task{*network, exchange, kMulti};
  any::Branches branches = along_path(*network, 4);
  // In the order of the list, with the near message first, the messages would need 6 cycles.
  const any::Hops hops = any::ordered(task, branches, std::vector<double>(5, 0), {.bound = 5});
  CHECK(any::cycles_of(hops) == 5);
  const Verdict verdict = judge(*network, exchange, kMulti, stored_schedule(hops));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == verdict.expected);
}

TEST_CASE("an order that is no faster than the known one is dropped", "[any][ordering]") {
  const Network network = path(3);
  std::vector<Relation> relations{{0, 1}};
  for (int i = 0; i < 4; ++i) relations.push_back({0, 2});
  const Collective exchange(3, relations);
  const any::Task task{*network, exchange, kMulti};
  any::Branches branches = along_path(*network, 4);
  CHECK(any::ordered(task, branches, std::vector<double>(5, 0), {.bound = 5, .known = 5}).empty());
  CHECK_FALSE(
      any::ordered(task, branches, std::vector<double>(5, 0), {.bound = 5, .known = 6}).empty());
}

TEST_CASE("a search that is ended still lists one order", "[any][ordering]") {
  const Network network = path(3);
  const Collective exchange(3, std::vector<Relation>{{0, 1}, {0, 2}});
  const any::Task task{*network, exchange, kMulti};
  any::Branches branches = along_path(*network, 1);
  CHECK(any::cycles_of(any::ordered(task, branches, {0, 0}, {.go_on = [] { return false; }})) == 2);
}
