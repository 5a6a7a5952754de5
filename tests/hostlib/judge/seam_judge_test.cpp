// SPDX-License-Identifier: Apache-2.0
// Tests the judge of seams: one schedule runs up to the end of a frame, another schedule from the
// next frame on. The schedules were written by hand.
#include "romcast/judge/seam_judge.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Two tiles: p0 - r0 - r1 - p1.
const std::string kSeamTiles =
    "romcast-schedule 1\nnetwork graph\n"
    "node p0 endpoint\nnode p1 endpoint\nnode r0 switch\nnode r1 switch\n"
    "edge p0 r0\nedge p1 r1\nedge r0 r1\nports multi\ncollective exchange\n";

}  // namespace

TEST_CASE("a seam keeps what both tables do, and drains what only the old one does") {
  const ScheduleFile both =
      test::read(kSeamTiles +
                 "flow a from p0 to p1\nflow b from p1 to p0\nhops\n"
                 "3 p0 r0 0\n4 r0 r1 0\n5 r1 p1 0\n1 p1 r1 1\n2 r1 r0 1\n3 r0 p0 1\nend\n");
  const ScheduleFile alone = test::read(kSeamTiles +
                                        "flow c from p0 to p1\nhops\n3 p0 r0 0\n4 r0 r1 0\n"
                                        "5 r1 p1 0\nend\n");
  const OpenSchedule old_hops = stored_schedule(both.hops), new_hops = stored_schedule(alone.hops);
  const SeamTable before{*both.header.collective, old_hops, {4}};
  const SeamVerdict same = judge_seam(*both.header.topology, both.header.ports, before,
                                      {*alone.header.collective, new_hops, {4}});
  CHECK(same.violation_count == 0);
  CHECK(same.kept == 1);
  CHECK(same.drained == 1);
  CHECK(same.begun == 0);
  CHECK(same.frames == 0);  // the word of flow b arrives before its frame ends
  // With another period no flow is kept. A word of flow `a` arrives after the end of the frame in
  // which the word starts, so flow `a` sends no word in the last frame before the seam.
  const SeamVerdict other = judge_seam(*both.header.topology, both.header.ports, before,
                                       {*alone.header.collective, new_hops, {5}});
  CHECK(other.violation_count == 0);
  CHECK(other.kept == 0);
  CHECK(other.drained == 2);
  CHECK(other.begun == 1);
  CHECK(other.frames == 1);
}

TEST_CASE("a seam of tables that conflict with their own frames is no seam") {
  const ScheduleFile two =
      test::read(kSeamTiles +
                 "flow a from p0 to p1 words 2\nhops\n"
                 "1 p0 r0 0\n2 r0 r1 0\n3 r1 p1 0\n2 p0 r0 1\n3 r0 r1 1\n4 r1 p1 1\n" +
                 "end\n");
  const OpenSchedule hops = stored_schedule(two.hops);
  const SeamTable table{*two.header.collective, hops, {1}};
  CHECK(judge_seam(*two.header.topology, two.header.ports, table, table).violation_count > 0);
}

TEST_CASE("a seam judges both directions of a half-duplex link") {
  std::string half = kSeamTiles;
  half.replace(half.find("ports multi"), 11, "ports half-multi");
  const ScheduleFile there =
      test::read(half +
                 "flow a from p0 to p1\nflow b from p1 to p0\nhops\n"
                 "2 p0 r0 0\n4 r0 r1 0\n5 r1 p1 0\n2 p1 r1 1\n3 r1 r0 1\n4 r0 p0 1\nend\n");
  // With a period of 4, cycles 4 and 8 are one slot, in which a half-duplex channel would have to
  // carry a word of flow `a` from r0 to r1 and one of flow `b` from r1 to r0.
  const ScheduleFile both =
      test::read(half +
                 "flow a from p0 to p1\nflow b from p1 to p0\nhops\n"
                 "2 p0 r0 0\n4 r0 r1 0\n5 r1 p1 0\n7 p1 r1 1\n8 r1 r0 1\n9 r0 p0 1\nend\n");
  const OpenSchedule old_hops = stored_schedule(there.hops), new_hops = stored_schedule(both.hops);
  const auto with = [&](const OpenSchedule& after, const ScheduleFile& file) {
    return judge_seam(*there.header.topology, there.header.ports,
                      {*there.header.collective, old_hops, {4}},
                      {*file.header.collective, after, {4}});
  };
  CHECK(with(old_hops, there).violation_count == 0);
  CHECK(with(new_hops, both).violation_count > 0);
}

TEST_CASE("a seam of too many frames on their way is refused") {
  const ScheduleFile waits = test::read(kSeamTiles +
                                        "flow a from p0 to p1\nhops\n1 p0 r0 0\n100000002 r0 r1 0\n"
                                        "100000003 r1 p1 0\nend\n");
  const OpenSchedule hops = stored_schedule(waits.hops);
  const SeamTable table{*waits.header.collective, hops, {2, 100'000'000}};
  CHECK_THROWS_WITH(
      judge_seam(*waits.header.topology, waits.header.ports, table, table),
      Catch::Contains("at most 16000000 are judged") && Catch::Contains("100000003 cycles"));
}
