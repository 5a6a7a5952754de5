// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/plan_record.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/fat_tree.hpp"

using namespace romcast;

namespace {

// The hops of each step of a plan: one that carries a message, and one start-up. In total there are
// more hops than the 2^14 entries of a memory chunk of PackedLog.
std::vector<std::vector<Hop>> steps() {
  std::vector<std::vector<Hop>> result;
  for (Cycle cycle = 1; cycle < 60'000; cycle += 1 + cycle % 3) {
    result.push_back({{cycle, cycle % 28, cycle % 8}, Hop::startup(cycle, (cycle + 1) % 28)});
  }
  return result;
}

}  // namespace

TEST_CASE("a recorded plan is read as it was made") {
  const FatTree tree(2, 3, "constant");
  const Collective collective(CollectiveKind::allgather, 8, 0, 1);
  REQUIRE(tree.links() == 28);
  const auto record = std::make_shared<PlanRecord>(tree, collective);
  for (const auto& step : steps()) record->step(step);
  REQUIRE(record->whole());
  const auto pass = PlanRecord::read(record);
  std::vector<Hop> hops;
  for (const auto& step : steps()) {
    REQUIRE(pass->next(hops));
    REQUIRE(hops == step);
  }
  CHECK_FALSE(pass->next(hops));
}

TEST_CASE(
    "a plan is not recorded where it is too long or its hops say more than link and message") {
  const FatTree tree(2, 3, "constant");
  const Collective collective(CollectiveKind::allgather, 8, 0, 1);
  PlanRecord small(tree, collective, 100), strange(tree, collective), named(tree, collective);
  for (const auto& step : steps()) small.step(step);
  CHECK_FALSE(small.whole());
  strange.step({{1, 0, 8}});
  CHECK_FALSE(strange.whole());
  named.step({{1, 0, 0, 3}});
  CHECK_FALSE(named.whole());
}
