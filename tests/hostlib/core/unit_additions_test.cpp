// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/unit_additions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <tuple>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"

using namespace romcast;

namespace {

using Key = std::tuple<Cycle, LinkId, MessageId, NodeId>;

// All hops, sorted. Each call of `next` that returns true must give at least one hop, and only hops
// of a single cycle, which must be later than the cycle of the previous call.
std::vector<Key> all_of(const OpenSchedule& open) {
  std::vector<Key> all;
  std::vector<Hop> hops;
  Cycle last = 0;
  for (const auto pass = open(); pass->next(hops);) {
    REQUIRE(!hops.empty());
    REQUIRE(hops.front().cycle > last);
    last = hops.front().cycle;
    for (const Hop& hop : hops) {
      REQUIRE(hop.cycle == last);
      all.emplace_back(hop.cycle, hop.link, hop.message, hop.to);
    }
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Key> split(const OpenSchedule& open) {
  std::vector<Key> all;
  for (const auto& [cycle, link, message, to] : all_of(open)) {
    if (message != kAdd) {
      all.emplace_back(cycle, link, message, to);
      continue;
    }
    for (NodeId i = 0; i < to; ++i) all.emplace_back(cycle + i, link, kAdd, 1);
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("additions of several operands become additions of one each") {
  const OpenSchedule open = unit_additions(stored_schedule(
      {{2, 0, kAdd, 3}, {3, 1, kAdd, 1}, {4, 2, 0, 1}, {5, 0, kAdd, 1}, {9, 1, kAdd, 2}}));
  const std::vector<Key> expected{{2, 0, kAdd, 1}, {3, 0, kAdd, 1}, {3, 1, kAdd, 1},
                                  {4, 0, kAdd, 1}, {4, 2, 0, 1},    {5, 0, kAdd, 1},
                                  {9, 1, kAdd, 1}, {10, 1, kAdd, 1}};
  CHECK(all_of(open) == expected);
  CHECK(all_of(open) == expected);  // a second pass
}

TEST_CASE("a schedule without additions stays what it is") {
  const OpenSchedule plain = stored_schedule({{1, 0, 0, 1}, {4, 1, 0, 2}, {4, 0, 0, 3}});
  CHECK(all_of(unit_additions(plain)) == all_of(plain));
  CHECK(all_of(unit_additions(stored_schedule({}))).empty());
}

TEST_CASE("additions that go on behind the last hop are not lost") {
  const OpenSchedule open = stored_schedule({{7, 3, kAdd, 100}});
  CHECK(all_of(unit_additions(open)).size() == 100);
  CHECK(all_of(unit_additions(open)).back() == Key{106, 3, kAdd, 1});
}

TEST_CASE("summations keep every addition when they become single ones") {
  for (const std::uint32_t operands : {2U, 79U, 500U}) {
    const Problem problem{std::make_shared<Complete>(8),
                          Collective(CollectiveKind::summation, 8, 3, operands),
                          Ports{Ports::Kind::single},
                          {},
                          {.latency = 5, .overhead = 2, .gap = 4}};
    const OpenSchedule open = find_algorithm("summation-tree", problem).build(problem).open;
    CHECK(all_of(unit_additions(open)) == split(open));
  }
}
