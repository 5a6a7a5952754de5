// SPDX-License-Identifier: Apache-2.0
// Tests the judge of periods, which compares a frame with the frame's shifts by P, 2P, ... cycles
// (P: the period), on schedules written by hand.
#include "romcast/judge/period_judge.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Two tiles: p0 - r0 - r1 - p1.
const std::string kTwoTiles =
    "romcast-schedule 1\nnetwork graph\n"
    "node p0 endpoint\nnode p1 endpoint\nnode r0 switch\nnode r1 switch\n"
    "edge p0 r0\nedge p1 r1\nedge r0 r1\nports multi\ncollective exchange\n";

struct JudgedFrames {
  PeriodVerdict verdict;
  std::string first;  // text of the first violation
};

JudgedFrames judged_frames(const std::string& lines, Period period) {
  const ScheduleFile file = test::read(kTwoTiles + lines + "end\n");
  JudgedFrames result{judge_period(*file.header.topology, *file.header.collective,
                                   file.header.ports, stored_schedule(file.hops), period),
                      ""};
  if (!result.verdict.violations.empty()) result.first = result.verdict.violations.front().text;
  return result;
}

const std::string kOneWord = "flow a from p0 to p1\nhops\n1 p0 r0 0\n2 r0 r1 0\n3 r1 p1 0\n";
const std::string kTwoWords =
    "flow a from p0 to p1 words 2\nhops\n"
    "1 p0 r0 0\n2 r0 r1 0\n3 r1 p1 0\n2 p0 r0 1\n3 r0 r1 1\n4 r1 p1 1\n";

}  // namespace

TEST_CASE("a word fits any period, as its hops are on different links") {
  for (const Cycle period : {1U, 2U, 3U, 7U}) {
    const JudgedFrames found = judged_frames(kOneWord, {period});
    CHECK(found.verdict.violation_count == 0);
    CHECK(found.verdict.longest == 3);
    CHECK(found.verdict.stored == 0);
    // A word may have missed its slot by a cycle.
    CHECK(found.verdict.latency == period + 3 - 1);
  }
}

TEST_CASE("two words of a flow need a period of two") {
  CHECK(judged_frames(kTwoWords, {2}).verdict.violation_count == 0);
  CHECK(judged_frames(kTwoWords, {2}).verdict.busiest == 2);
  const JudgedFrames one = judged_frames(kTwoWords, {1});
  CHECK(one.verdict.violation_count == 3);
  CHECK(
      one.first ==
      "link p0 -> r0, lane 0, carries message a.0 in cycle 1 and message a.1 in cycle 2, the same "
      "slot of a period of 1");
}

TEST_CASE("a latency is the largest gap between slots and the path after it") {
  // Slots 1 and 2 of 10: the gap is 9 cycles, and the path 3.
  CHECK(judged_frames(kTwoWords, {10}).verdict.latency == 9 + 3 - 1);
  const std::string bounded = "flow a from p0 to p1 latency 5\nperiod 3\n" + kOneWord.substr(21);
  CHECK(judged_frames(bounded, {3}).verdict.violation_count == 0);
  CHECK(judged_frames(bounded, {4}).first ==
        "a word of flow a may take 6 cycles, at most 5 are allowed");
}

TEST_CASE("words of a flow that share a slot wait for the slot before it") {
  // Words leave in slots 1, 1, 3 of 4, on two paths of a ring: a word that just missed a slot waits
  // for the next one, two cycles later.
  const ScheduleFile file = test::read(
      "romcast-schedule 1\nnetwork ring processors 4\nports multi\ncollective exchange\n"
      "flow a from p0 to p2 words 3 latency 3\nperiod 4\nhops\n"
      "1 p0 p1 0\n2 p1 p2 0\n1 p0 p3 1\n2 p3 p2 1\n3 p0 p1 2\n4 p1 p2 2\nend\n");
  const auto with = [&](Cycle period) {
    return judge_period(*file.header.topology, *file.header.collective, file.header.ports,
                        stored_schedule(file.hops), {period});
  };
  CHECK(with(4).latency == 2 + 2 - 1);
  CHECK(with(4).violation_count == 0);
  // Slots 1, 1, 3 of 7: the gap from 3 to 1 is five cycles.
  CHECK(with(7).latency == 5 + 2 - 1);
}

TEST_CASE("a word that waits takes a slot of a store in every frame") {
  // The word waits in r0 for five cycles; with a period of two, up to three such words wait there.
  const std::string waits = "flow a from p0 to p1\nhops\n1 p0 r0 0\n7 r0 r1 0\n8 r1 p1 0\n";
  const JudgedFrames allowed = judged_frames(waits, {.cycles = 2, .waiting = 5});
  CHECK(allowed.verdict.violation_count == 0);
  CHECK(allowed.verdict.waits == 5);
  CHECK(allowed.verdict.stored == 3);
  CHECK(judged_frames(waits, {.cycles = 2, .waiting = 4}).first ==
        "message a waits in r0 for 5 cycles, at most 4 are allowed");
}

TEST_CASE("stored words are counted slot by slot, also of words that wait for long") {
  const auto waits = [](Cycle cycles, Cycle later) {
    return "flow a from p0 to p1 words 2\nhops\n1 p0 r0 0\n" + std::to_string(2 + cycles) +
           " r0 r1 0\n" + std::to_string(3 + cycles) + " r1 p1 0\n" + std::to_string(1 + later) +
           " p0 r0 1\n" + std::to_string(2 + cycles + later) + " r0 r1 1\n" +
           std::to_string(3 + cycles + later) + " r1 p1 1\n";
  };
  // Counts the waiting words of all frames at the end of each cycle of a late frame; returns the
  // largest number.
  const auto counted = [](Cycle cycles, Cycle later, Cycle period) {
    std::uint32_t most = 0;
    for (Cycle at = 100; at < 100 + period; ++at) {
      std::uint32_t words = 0;
      for (const Cycle start : {Cycle{1}, 1 + later}) {
        for (Cycle begin = 0; begin < 200; begin += period) {
          words += begin + start <= at && at < begin + start + cycles ? 1U : 0U;
        }
      }
      most = std::max(most, words);
    }
    return most;
  };
  for (const Cycle period : {2U, 3U, 5U, 8U}) {
    for (const Cycle cycles : {1U, 2U, 4U, 7U, 13U}) {
      for (Cycle later = 1; later < period; ++later) {
        CAPTURE(period, cycles, later);
        CHECK(judged_frames(waits(cycles, later), {period, cycles}).verdict.stored ==
              counted(cycles, later, period));
      }
    }
  }
  CHECK(judged_frames(waits(4'000'000'000U, 1), {2, kNone}).verdict.stored == 4'000'000'000U);
}

TEST_CASE("the directions of a half-duplex link share its slots") {
  std::string half = kTwoTiles;
  half.replace(half.find("ports multi"), 11, "ports half-multi");
  const ScheduleFile file =
      test::read(half +
                 "flow a from p0 to p1\nflow b from p1 to p0\nhops\n"
                 "1 p0 r0 0\n2 r0 r1 0\n3 r1 p1 0\n4 p1 r1 1\n5 r1 r0 1\n6 r0 p0 1\nend\n");
  const auto with = [&](Cycle period) {
    return judge_period(*file.header.topology, *file.header.collective, file.header.ports,
                        stored_schedule(file.hops), {period});
  };
  CHECK(with(4).violation_count == 0);
  CHECK(with(5).violation_count == 1);  // p0 -- r0 in cycles 1 and 6
  CHECK(with(3).violation_count == 1);  // r0 -- r1 in cycles 2 and 5
  CHECK(with(3).violations.front().text ==
        "link r1 -- r0, lane 0, carries message a in cycle 2 and message b in cycle 5, the same "
        "slot of a period of 3");
}

TEST_CASE("a word that comes to a node twice waits from its last arrival on") {
  const ScheduleFile file = test::read(
      "romcast-schedule 1\nnetwork ring processors 4\nports multi\ncollective exchange\n"
      "message 0 from p0 to p2\nperiod 8\nhops\n"
      "1 p0 p1 0\n2 p1 p0 0\n3 p0 p1 0\n5 p1 p2 0\nend\n");
  const PeriodVerdict verdict =
      judge_period(*file.header.topology, *file.header.collective, file.header.ports,
                   stored_schedule(file.hops), {.cycles = 8, .waiting = 1});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.waits == 1);  // in cycle 4
  CHECK(verdict.stored == 1);
}

TEST_CASE("ports are counted modulo the period, too") {
  std::string single = kTwoTiles;
  single.replace(single.find("ports multi"), 11, "ports single");
  const ScheduleFile file =
      test::read(single +
                 "flow a from p0 to p1\nflow b from p1 to p0\nhops\n"
                 "1 p0 r0 0\n2 r0 r1 0\n3 r1 p1 0\n3 p1 r1 1\n4 r1 r0 1\n5 r0 p0 1\nend\n");
  const auto with = [&](Cycle period) {
    return judge_period(*file.header.topology, *file.header.collective, file.header.ports,
                        stored_schedule(file.hops), {period})
        .violation_count;
  };
  CHECK(with(5) == 0);
  CHECK(with(3) == 2);  // r0 sends in cycles 2 and 5, and receives in 1 and 4
}
