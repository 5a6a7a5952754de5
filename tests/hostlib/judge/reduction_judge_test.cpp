// SPDX-License-Identifier: Apache-2.0
// Reductions: the judge follows words through the nodes that combine them. Schedules were written
// by hand.
#include "romcast/judge/reduction_judge.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "romcast/core/flow_lines.hpp"
#include "romcast/judge/period_judge.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Three tiles in a row.
const std::string kRow =
    "romcast-schedule 1\nnetwork graph\n"
    "node p0 endpoint\nnode p1 endpoint\nnode p2 endpoint\nnode r0 switch\nnode r1 switch\n"
    "node r2 switch\nedge p0 r0\nedge p1 r1\nedge p2 r2\nedge r0 r1\nedge r1 r2\nports multi\n"
    "collective exchange\n";

// The words of p0 and p2 meet in r1 in cycle 3; the result meets p1's word in cycle 5.
const std::string kToAll =
    "reduce sum from all to all\nperiod 12\nhops\n"
    "1 p0 r0 0\n1 p2 r2 0\n2 r0 r1 0\n2 r2 r1 0\n4 p1 r1 0\n7 r1 p1 0\n7 r1 r0 0\n7 r1 r2 0\n"
    "8 r0 p0 0\n8 r2 p2 0\n";

struct Reduced {
  Verdict once;
  PeriodVerdict frames;
};

Reduced reduced(const ScheduleFile& file, Cycle period) {
  const OpenSchedule schedule = stored_schedule(file.hops);
  const ScheduleHeader& header = file.header;
  return {judge(*header.topology, *header.collective, header.ports, schedule),
          judge_period(*header.topology, *header.collective, header.ports, schedule, {period})};
}

std::vector<std::string> kinds(const std::vector<Violation>& violations) {
  std::vector<std::string> all;
  for (const Violation& violation : violations) all.emplace_back(name(violation.kind));
  return all;
}

std::vector<std::string> kinds_of(const std::string& hops) {
  const ScheduleFile file =
      test::read(kRow + "reduce sum from all to p1\nperiod 12\nhops\n" + hops + "end\n");
  return kinds(reduced(file, 12).once.violations);
}

}  // namespace

TEST_CASE("words of three processors are combined in pairs, and the result goes to all",
          "[reduction]") {
  const ScheduleFile file = test::read(kRow + kToAll + "end\n");
  const Reduced found = reduced(file, 12);
  for (const Violation& violation : found.once.violations) FAIL_CHECK(violation.text);
  CHECK(found.once.delivered == 3);
  CHECK(found.once.expected == 3);
  CHECK(found.once.cycles == 8);
  CHECK(found.once.hops == 10);
  CHECK(found.frames.violation_count == 0);
  CHECK(found.frames.longest == 8);
  CHECK(found.frames.waits == 0);
  // A word may just have missed its slot.
  CHECK(found.frames.latency == 12 + 8 - 1);
}

TEST_CASE("every hop of a reduction that is left out, doubled or moved by a cycle is a violation",
          "[reduction]") {
  const ScheduleFile file = test::read(kRow + kToAll + "end\n");
  for (std::size_t i = 0; i < file.hops.size(); ++i) {
    for (const int change : {-1, 0, 1, 2}) {
      ScheduleFile other = file;
      if (change == 0) {
        other.hops.erase(other.hops.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        other.hops[i].cycle += static_cast<Cycle>(change);
        if (other.hops[i].cycle == 0) continue;
        if (change == 2) other.hops.push_back(file.hops[i]);
      }
      std::ranges::stable_sort(other.hops, {}, &Hop::cycle);
      CAPTURE(i, change);
      CHECK(reduced(other, 12).once.violation_count > 0);
    }
  }
}

TEST_CASE("the judge names what is wrong with a reduction", "[reduction]") {
  const std::string meet = "1 p0 r0 0\n1 p2 r2 0\n2 r0 r1 0\n2 r2 r1 0\n";
  CHECK(kinds_of(meet + "4 p1 r1 0\n7 r1 p1 0\n").empty());
  // p1's own word arrives together with the two others.
  CHECK(kinds_of(meet + "2 p1 r1 0\n5 r1 p1 0\n").front() == "operator-used-twice");
  // p1's own word is missing.
  CHECK(kinds_of(meet + "5 r1 p1 0\n") ==
        std::vector<std::string>{"unwanted-message", "message-lost", "message-lost"});
  // A second result.
  CHECK(kinds_of(meet + "4 p1 r1 0\n7 r1 p1 0\n7 r1 r0 0\n8 r0 p0 0\n") ==
        std::vector<std::string>{"unwanted-message"});
  // A result leaves one cycle before it is ready.
  CHECK(kinds_of(meet + "4 p1 r1 0\n6 r1 p1 0\n").front() == "sent-before-arrival");
  // An endpoint sends its word twice.
  CHECK(kinds_of("1 p0 r0 0\n1 p2 r2 0\n2 r0 r1 0\n2 r2 r1 0\n4 p0 r0 0\n4 p1 r1 0\n"
                 "7 r1 p1 0\n")
            .front() == "does-not-forward");
}

TEST_CASE("a word that two operands contain is counted twice", "[reduction]") {
  // r0 sends p0's word over both links to r1.
  const ScheduleFile file = test::read(
      "romcast-schedule 1\nnetwork graph\nnode p0 endpoint\nnode p1 endpoint\nnode r0 switch\n"
      "node r1 switch\nedge p0 r0\nedge p1 r1\nedge r0 r1 2\nports multi\ncollective exchange\n"
      "reduce sum from p0,p1 to p1\nperiod 12\nhops\n1 p0 r0 0\n2 r0 r1 0 0\n2 r0 r1 0 1\n"
      "4 p1 r1 0\n7 r1 p1 0\nend\n");
  CHECK(kinds(reduced(file, 12).once.violations) == std::vector<std::string>{"counted-twice"});
}

TEST_CASE("an operator combines one pair in a slot of the period", "[reduction]") {
  // The pairs of operands reach r1 in cycles 3 and 5.
  const ScheduleFile file = test::read(kRow + kToAll + "end\n");
  for (Cycle period = 3; period < 14; ++period) {
    CAPTURE(period);
    CHECK(reduced(file, period).frames.violation_count == 0);
  }
  // No link carries two words, but the pairs share a slot.
  const PeriodVerdict two = reduced(file, 2).frames;
  REQUIRE(two.violation_count == 1);
  CHECK(two.violations.front().text ==
        "r1 combines words of sum in cycle 3 and of sum in cycle 5, the same slot of a period of "
        "2");
}

TEST_CASE("nodes that forward add their own words without a hop", "[reduction]") {
  const std::string ring =
      "romcast-schedule 1\nnetwork ring processors 4\nports multi\ncollective exchange\n"
      "reduce sum from all to p0 operator max\nperiod 20\nhops\n";
  // p3 combines p2's word with its own word and sends the result to p0; p1 sends its word to p0. So
  // p0 combines three words: p3's result, p1's word and p0's own word.
  const ScheduleFile file = test::read(ring + "1 p2 p3 0\n4 p3 p0 0\n4 p1 p0 0\nend\n");
  const Reduced found = reduced(file, 20);
  for (const Violation& violation : found.once.violations) FAIL_CHECK(violation.text);
  CHECK(found.once.delivered == 1);
  CHECK(found.once.cycles == 8);  // two operations of two cycles each, from cycle 5 on
  CHECK(found.frames.violation_count == 0);
  // p3's own word meets p2's in cycle 2, so nothing can leave in cycle 3.
  const ScheduleFile early = test::read(ring + "1 p2 p3 0\n3 p3 p0 0\n4 p1 p0 0\nend\n");
  CHECK(reduced(early, 20).once.violation_count > 0);
}

TEST_CASE("other flows beside a reduction are judged as ever", "[reduction]") {
  const std::string lines =
      "flow a from p0 to p2\n" + kToAll.substr(0, kToAll.find("hops")) + "hops\n";
  const std::string a = "1 p0 r0 0\n2 r0 r1 0\n3 r1 r2 0\n4 r2 p2 0\n";
  const std::string sum =
      "2 p0 r0 1\n2 p2 r2 1\n3 r0 r1 1\n3 r2 r1 1\n5 p1 r1 1\n8 r1 p1 1\n8 r1 r0 1\n8 r1 r2 1\n"
      "9 r0 p0 1\n9 r2 p2 1\n";
  const auto both = [&](const std::string& hops) {
    ScheduleFile file = test::read(kRow + lines + "end\n");
    for (const std::string& one : {hops, sum}) {
      const ScheduleFile more = test::read(kRow + lines + one + "end\n");
      file.hops.insert(file.hops.end(), more.hops.begin(), more.hops.end());
    }
    std::ranges::stable_sort(file.hops, {}, &Hop::cycle);
    return reduced(file, 12);
  };
  const Reduced good = both(a);
  CHECK(good.once.violation_count == 0);
  CHECK(good.once.delivered == 4);
  CHECK(good.once.expected == 4);
  CHECK(good.frames.violation_count == 0);
  CHECK(both("1 p0 r0 0\n2 r0 r1 0\n").once.violation_count > 0);
  // A word of flow `a` and a word of the reduction are on the link r0 -> r1 in the same cycle.
  CHECK(both("2 p0 r0 0\n3 r0 r1 0\n4 r1 r2 0\n5 r2 p2 0\n").frames.violation_count > 0);
}

TEST_CASE("a reduction needs a period, and its lines are read and written", "[reduction]") {
  const std::string line = "reduce sum from p0,p2 to all words 3 operator min\n";
  const ScheduleFile file = test::read(kRow + line + "period 9\nhops\nend\n");
  const Flow& flow = file.header.collective->flows().front();
  CHECK(flow.sources == std::vector<NodeId>{0, 2});
  CHECK(flow.destinations == std::vector<NodeId>{0, 1, 2});
  CHECK(flow.operation == Operation::minimum);
  CHECK(file.header.collective->message_numbers() == 3);
  CHECK(file.header.collective->expected_deliveries() == 9);
  CHECK(flow_text(*file.header.topology, *file.header.collective) == line);
  const auto error = [&](const std::string& lines) { return error_of(kRow + lines); };
  CHECK(error("reduce sum from all to p0\nhops\nend\n").find("lacks 'period'") !=
        std::string::npos);
  CHECK(error("reduce sum from p0 to p1\n").find("give two sources or more") != std::string::npos);
  CHECK(error("reduce sum from p0,p0 to p1\n").find("a second 'p0'") != std::string::npos);
  CHECK(error("reduce sum from p0,p9 to p1\n").find("no node 'p9'") != std::string::npos);
  CHECK(error("reduce sum from p0,p1 to p1 operator xor\n").find("add, min, max, and, or") !=
        std::string::npos);
  CHECK(error("reduce sum from p0,p1 to p1 latency 3\n").find("'latency'") != std::string::npos);
}
