// SPDX-License-Identifier: Apache-2.0
// The judge of collectives whose nodes combine values on the path: each processor's value must
// count exactly once in every result.
#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;

namespace {

Verdict judged(const std::string& text) {
  const ScheduleFile file = read(text);
  const ScheduleHeader& header = file.header;
  return judge(*header.topology, *header.collective, header.ports, stored_schedule(file.hops),
               header.limit, header.timing);
}

// Five processors in a line, the sink in the middle.
Verdict on_line(const std::string& hops, const std::string& ports = "single",
                unsigned messages = 1) {
  return judged("romcast-schedule 1\nnetwork mesh dims 5\nports " + ports +
                "\ncollective reduce source 2 messages " + std::to_string(messages) + "\nhops\n" +
                hops + "end\n");
}

const std::string kLegal = "1 p0 p1 0\n1 p4 p3 0\n2 p1 p2 0\n3 p3 p2 0\n";

}  // namespace

TEST_CASE("values that are combined on the way count once each") {
  const Verdict verdict = on_line(kLegal);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 3);
  CHECK(verdict.delivered == 4);
  CHECK(verdict.expected == 4);
  CHECK(verdict.hops == 4);
  CHECK(verdict.ordered == true);
}

TEST_CASE("several values of each processor are combined on their own") {
  const Verdict verdict = on_line(
      "1 p0 p1 0\n1 p4 p3 0\n2 p1 p2 0\n2 p0 p1 1\n2 p4 p3 1\n2 p3 p2 0\n3 p1 p2 1\n3 p3 p2 1\n",
      "multi", 2);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 3);
  CHECK(verdict.delivered == 8);
}

TEST_CASE("what is counted twice, missing, too early or sent again is found out") {
  const Verdict missing = on_line("1 p0 p1 0\n2 p1 p2 0\n3 p3 p2 0\n");
  CHECK(count(missing, message_lost) == 1);
  CHECK(missing.violations.front().text == "p2 never gets value 0 of p4");
  CHECK(missing.ordered == false);
  // p3 has sent its value when that of p4 arrives.
  const Verdict early = on_line("1 p3 p2 0\n2 p4 p3 0\n1 p0 p1 0\n2 p1 p2 0\n");
  CHECK(count(early, sent_before_arrival) == 1);
  CHECK(count(early, message_lost) == 1);
  // A value cannot be sent on in the cycle of its arrival.
  CHECK(count(on_line("1 p0 p1 0\n1 p4 p3 0\n1 p1 p2 0\n3 p3 p2 0\n"), message_lost) == 1);
  const Verdict again = on_line(kLegal + "4 p3 p2 0\n");
  CHECK(count(again, counted_twice) == 2);  // p3 sends the value again, p2 adds the value again
  CHECK(again.delivered == 4);
}

TEST_CASE("a value that comes back along a circle is counted twice") {
  const Verdict verdict = judged(
      "romcast-schedule 1\nnetwork ring processors 4\nports multi\ncollective reduce source 0\n"
      "hops\n1 p2 p1 0\n1 p2 p3 0\n2 p1 p0 0\n2 p3 p0 0\nend\n");
  CHECK(count(verdict, counted_twice) == 2);
  CHECK(verdict.delivered == 3);
  CHECK(verdict.ordered == false);
}

TEST_CASE("numbers that are none, sends of the sink, and hops that take a link twice are illegal") {
  CHECK(count(on_line(kLegal + "4 p0 p1 1\n"), unwanted_message) == 1);
  CHECK(count(on_line(kLegal + "4 p2 p1 0\n"), unwanted_message) == 1);
  CHECK(count(on_line("1 p0 p1 0\n1 p4 p3 0\n2 p1 p2 0\n2 p3 p2 0\n"), port_used_twice) == 1);
  CHECK(count(on_line("1 p0 p1 0\n1 p0 p1 1\n", "multi", 2), link_over_capacity) == 1);
}

TEST_CASE("switches combine but have nothing of their own, endpoints send nothing but their own") {
  const auto star = [](const std::string& role, const std::string& hops) {
    return judged("romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode c " + role +
                  "\nnode s switch\nedge a s\nedge b s\nedge c s\nedge c b\nports multi\n"
                  "collective reduce source 0\nhops\n" +
                  hops + "end\n");
  };
  CHECK(star("processor", "1 b s 0\n1 c s 0\n2 s a 0\n").violation_count == 0);
  const Verdict empty = star("processor", "1 s a 0\n1 b s 0\n1 c s 0\n");
  CHECK(count(empty, sent_before_arrival) == 1);
  CHECK(count(empty, message_lost) == 2);
  CHECK(star("processor", "1 b c 0\n2 c s 0\n3 s a 0\n").violation_count == 0);
  CHECK(count(star("endpoint", "1 b c 0\n2 c s 0\n3 s a 0\n"), does_not_forward) == 1);
}

TEST_CASE("an endpoint sends the result that it combines, but forwards none that it receives") {
  const auto line = [](const std::string& role, const std::string& hops) {
    return judged("romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode e " + role +
                  "\nnode s switch\nedge a e\nedge e b\nedge a s\nedge s b\nports multi\n"
                  "collective allreduce messages 1\nhops\n" +
                  hops + "end\n");
  };
  CHECK(line("endpoint", "1 a e 0\n1 b e 0\n2 e a 0\n2 e b 0\n").violation_count == 0);
  // Node a combines the values of all three; e passes the result on to b.
  const std::string passed_on = "1 e a 0\n1 b s 0\n2 s a 0\n3 a e 0\n4 e b 0\n";
  CHECK(line("processor", passed_on).violation_count == 0);
  const Verdict verdict = line("endpoint", passed_on);
  CHECK(count(verdict, does_not_forward) == 1);
  CHECK(verdict.violation_count == 1);
}

TEST_CASE("a result is in order if processors in a row are combined") {
  const auto ring = [](const std::string& hops) {
    return judged(
        "romcast-schedule 1\nnetwork hypercube dimensions 2\nports single\n"
        "collective reduce source 0\nhops\n" +
        hops + "end\n");
  };
  // In order: p2 adds p3's value and p0 adds p1's value, then p0 adds p2's result. Not in order: p1
  // adds p3's value, but not p2's.
  CHECK(ring("1 p3 p2 0\n1 p1 p0 0\n2 p2 p0 0\n").ordered == true);
  const Verdict apart = ring("1 p3 p1 0\n1 p2 p0 0\n2 p1 p0 0\n");
  CHECK(apart.violation_count == 0);
  CHECK(apart.ordered == false);
}

TEST_CASE("a reduce of more values than anybody can count is judged at once") {
  const Verdict verdict = on_line("1 p0 p1 7\n", "multi", 4'000'000'000U);
  CHECK(verdict.expected == 16'000'000'000U);
  CHECK(verdict.violation_count == 16'000'000'000U);
}

TEST_CASE("a part that comes in one cycle with the whole sum is counted twice, in any order") {
  const auto triangle = [](const std::string& last) {
    return judged(
        "romcast-schedule 1\nnetwork ring processors 3\nports multi\n"
        "collective allreduce messages 1\nhops\n1 p2 p1 0\n1 p0 p1 0\n" +
        last + "2 p1 p0 0\nend\n");
  };
  for (const char* last : {"2 p1 p2 0\n2 p0 p2 0\n", "2 p0 p2 0\n2 p1 p2 0\n"}) {
    const Verdict verdict = triangle(last);
    CHECK(count(verdict, counted_twice) == 1);
    CHECK(verdict.violation_count == 1);
    CHECK(verdict.delivered == 6);
  }
  CHECK(triangle("2 p1 p2 0\n").violation_count == 0);
}

TEST_CASE("a result is in order if all whole sums that came are") {
  const auto ordered = [](const std::string& hops) {
    const Verdict verdict = judged(
        "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode c\nnode s switch\nnode t switch\n"
        "edge a s\nedge b s\nedge c s\nedge a t\nedge b t\nedge c t\nports multi\n"
        "collective allreduce messages 1\nhops\n" +
        hops + "end\n");
    CHECK(verdict.violation_count == 0);
    return verdict.ordered;
  };
  // s combines the values of nodes a, b and c in order. t combines the values of nodes a and c and
  // sends the result to b. b's value belongs between these two values, so the result that b returns
  // to t is not in order.
  const std::string both =
      "1 a s 0\n1 b s 0\n1 c s 0\n1 a t 0\n1 c t 0\n2 t b 0\n3 b t 0\n4 s a 0\n4 s b 0\n4 s c 0\n";
  CHECK(ordered(both) == true);
  CHECK(ordered(both + "4 t a 0\n") == false);
  CHECK(ordered(both + "5 t a 0\n") == false);
}

TEST_CASE("what is combined of all takes the place of what a node has") {
  const auto on_three = [](const std::string& collective, const std::string& hops) {
    return judged("romcast-schedule 1\nnetwork mesh dims 3\nports multi\ncollective " + collective +
                  "\nhops\n" + hops + "end\n");
  };
  const Verdict all =
      on_three("allreduce messages 1", "1 p0 p1 0\n1 p2 p1 0\n2 p1 p0 0\n2 p1 p2 0\n");
  CHECK(all.violation_count == 0);
  CHECK(all.delivered == 6);
  CHECK(all.expected == 6);
  CHECK(all.cycles == 2);
  CHECK(all.ordered == true);
  const Verdict some = on_three("allreduce messages 1", "1 p0 p1 0\n2 p1 p0 0\n");
  CHECK(count(some, counted_twice) == 1);
  CHECK(count(some, message_lost) == 4);
  // Value p is for processor p.
  const Verdict scattered =
      on_three("reduce-scatter messages 1",
               "1 p0 p1 2\n1 p2 p1 0\n1 p1 p0 0\n1 p1 p2 2\n2 p0 p1 1\n2 p2 p1 1\n");
  CHECK(count(scattered, message_lost) == 2);  // p1 sent its own before p0's and p2's came
  CHECK(scattered.delivered == 4);
}

TEST_CASE("a switch that relays holds what came last, and two sums in a cycle are refused") {
  const auto star = [](const std::string& kind, const std::string& hops) {
    return judged(
        "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode c\nnode s switch\n"
        "edge a s\nedge b s\nedge c s\nports multi\ncollective " +
        kind + " switches relay\nhops\n" + hops + "end\n");
  };
  // Switch s passes a's value to b, then the sum of a's and b's values to c. A switch that added
  // what arrives would count a's value twice.
  const std::string chain = "1 a s 0\n2 s b 0\n3 b s 0\n4 s c 0\n";
  const Verdict verdict = star("reduce source 2", chain);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 2);
  CHECK(verdict.cycles == 4);
  const Verdict back = star("allreduce", chain + "5 c s 0\n6 s a 0\n6 s b 0\n");
  CHECK(back.violation_count == 0);
  CHECK(back.delivered == 6);
  // The values of a and b reach s in the same cycle, so only one of these two values can leave s.
  const Verdict both = star("reduce source 2", "1 a s 0\n1 b s 0\n2 s c 0\n");
  CHECK(count(both, port_used_twice) == 1);
  CHECK(count(both, message_lost) == 1);
  // b's value replaces a's value before a's value has left.
  CHECK(count(star("reduce source 2", "1 a s 0\n2 b s 0\n3 s c 0\n"), message_lost) == 1);
  CHECK(star("reduce source 2", "1 a s 0\n2 b s 0\n2 s c 0\n3 s c 0\n").violation_count == 0);
  CHECK(count(star("reduce source 2", "1 a s 0\n2 s c 0\n3 s c 0\n"), counted_twice) == 1);
}
