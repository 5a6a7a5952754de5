// SPDX-License-Identifier: Apache-2.0
// The judge of exchanges: messages move if each has one destination; else nodes copy them.
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

std::string line_of_four(const std::string& messages, const std::string& hops) {
  return "romcast-schedule 1\nnetwork mesh dims 4\nports multi\ncollective exchange\n" + messages +
         "hops\n" + hops + "end\n";
}

// A message from p0 to p1 and p3, and one from p3 to p2.
const std::string kGroups = "message 0 from 0 to 1,3\nmessage 1 from 3 to 2\n";

}  // namespace

TEST_CASE("messages to several are copied, and pass processors that do not want them") {
  const Verdict verdict =
      judged(line_of_four(kGroups, "1 p0 p1 0\n1 p3 p2 1\n2 p1 p2 0\n3 p2 p3 0\n"));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 3);
  CHECK(verdict.expected == 3);
  CHECK(verdict.cycles == 3);
}

TEST_CASE("the cycles of an exchange end with what somebody wants") {
  const Verdict verdict =
      judged(line_of_four("message 0 from 0 to 1,2\n", "1 p0 p1 0\n2 p1 p2 0\n3 p2 p3 0\n"));
  CHECK(verdict.cycles == 2);
  CHECK(verdict.delivered == 2);
}

TEST_CASE("illegal exchanges are found out") {
  const auto kinds = [](const std::string& messages, const std::string& hops, ViolationKind kind) {
    return count(judged(line_of_four(messages, hops)), kind);
  };
  CHECK(kinds(kGroups, "1 p0 p1 0\n1 p1 p2 0\n1 p3 p2 1\n2 p2 p3 0\n", sent_before_arrival) == 2);
  CHECK(kinds(kGroups, "1 p0 p1 0\n1 p3 p2 1\n", message_lost) == 1);
  CHECK(kinds(kGroups, "1 p0 p1 0\n2 p0 p1 0\n", delivered_twice) == 1);
  CHECK(kinds(kGroups, "1 p0 p1 2\n", unwanted_message) == 1);
  // If each message has one destination, messages move and are not copied.
  const std::string moves = "message 0 from 0 to 3\nmessage 1 from 1 to 2\n";
  CHECK(kinds(moves, "1 p0 p1 0\n2 p1 p2 0\n2 p0 p1 0\n", sent_before_arrival) == 1);
  CHECK(kinds(moves, "1 p0 p1 0\n1 p1 p2 1\n2 p1 p2 0\n3 p2 p3 0\n", message_lost) == 0);
}

TEST_CASE("in a fat tree nothing passes through a leaf, and leaves that want nothing get nothing") {
  const std::string tree =
      "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\ncollective exchange\n"
      "message 0 from p0 to p1,p3\nhops\n1 p0 s1.0 0\n2 s1.0 p1 0\n2 s1.0 s2.0 0\n3 s2.0 s1.1 0\n";
  CHECK(judged(tree + "4 s1.1 p3 0\nend\n").violation_count == 0);
  CHECK(count(judged(tree + "4 s1.1 p3 0\n5 s1.1 p2 0\nend\n"), unwanted_message) == 1);
}

TEST_CASE("an exchange on a LogP machine keeps its rules, and may be copied") {
  const auto machine = [](const std::string& messages, const std::string& hops) {
    return judged(
        "romcast-schedule 1\nnetwork complete processors 4\nports single\n"
        "timing latency 2 overhead 0 gap 1\ncollective exchange\n" +
        messages + "hops\n" + hops + "end\n");
  };
  const std::string groups = "message 0 from 0 to 1,3\nmessage 1 from 2 to 0\n";
  CHECK(machine(groups, "1 p0 p1 0\n1 p2 p0 1\n3 p1 p3 0\n").violation_count == 0);
  CHECK(machine(groups, "1 p0 p1 0\n1 p2 p0 1\n3 p1 p3 0\n").cycles == 4);
  CHECK(count(machine(groups, "1 p0 p1 0\n1 p2 p0 1\n2 p1 p3 0\n"), sent_before_arrival) == 1);
}

TEST_CASE("several ports of a fully connected network are for broadcasts and allgathers") {
  for (const char* collective : {"alltoall", "scatter", "gather"}) {
    CHECK(error_of(std::string("romcast-schedule 1\nnetwork complete processors 4\nports 2\n"
                               "collective ") +
                   collective + "\nhops\nend\n") ==
          std::string("plan.txt:5: 'hops'; collective ") + collective +
              " on network complete is for ports single; with several ports, give the links as a "
              "network graph");
  }
  CHECK(error_of("romcast-schedule 1\nnetwork complete processors 4\nports 2\ncollective exchange\n"
                 "message 0 from 0 to 1\nhops\nend\n") ==
        "plan.txt:6: 'hops'; an exchange on network complete is for ports single; with several "
        "ports, give the links as a network graph");
}
