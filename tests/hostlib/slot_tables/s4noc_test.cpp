// SPDX-License-Identifier: Apache-2.0
// Schedules in S4NoC's format: a line is a route, the indent of a line is the slot in which the
// route starts, and the letters of a line are directions.
#include <catch2/catch.hpp>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/period_judge.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/slot_tables/slot_tables.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

const auto kS4nocTiles = networks::family("torus", {{"dims", "3x3"}, {"tiles", "on"}});

// Eight routes, one from a tile to each other tile. A letter's column is the letter's slot. A word
// arrives in the slot after that of the last letter; no two words arrive in the same slot.
const std::string kRoutes =
    "ne\r\n nw\r\n  es\r\n   ws\r\n     n\r\n      e\r\n       s\r\n        w\r\n";

ScheduleFile s4noc(const std::string& text) {
  std::istringstream in(text);
  return read_s4noc(in, "t.shd", kS4nocTiles);
}

}  // namespace

TEST_CASE("routes of S4NoC are an alltoall with a period") {
  const ScheduleFile file = s4noc(kRoutes);
  const ScheduleHeader& header = file.header;
  REQUIRE(header.period);
  CHECK(header.period->cycles == 10);  // the last route arrives in slot 9, counted from 0
  CHECK(file.hops.size() == 9 * (4 * 4 + 4 * 3));
  const OpenSchedule open = stored_schedule(file.hops);
  const Verdict once = judge(*header.topology, *header.collective, header.ports, open);
  CHECK(once.violation_count == 0);
  CHECK(once.delivered == 72);
  const PeriodVerdict verdict =
      judge_period(*header.topology, *header.collective, header.ports, open, *header.period);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.waits == 0);
  // Seven slots are too few.
  CHECK(
      judge_period(*header.topology, *header.collective, header.ports, open, {7}).violation_count >
      0);
}

TEST_CASE("other texts are no routes") {
  CHECK_THROWS_WITH(s4noc("ne\n xw\n"), "t.shd:2: 'x'; a route has the letters n, e, s and w");
  CHECK_THROWS_WITH(s4noc("ne\n en\n"), "t.shd:2: the route leads where that of line 1 does");
  CHECK_THROWS_WITH(s4noc("ns\n"), "t.shd:1: the route ends where it began");
  CHECK_THROWS_WITH(s4noc("ne\n"), "t.shd: 1 routes; 9 tiles need 8, one to each other tile");
  std::istringstream in(kRoutes);
  CHECK_THROWS_WITH(read_s4noc(in, "t.shd", networks::torus({3, 3})), Contains("tiles of a grid"));
}
