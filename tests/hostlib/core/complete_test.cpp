// SPDX-License-Identifier: Apache-2.0
// Fully connected networks: hops, port limits, and schedule files.
#include "romcast/core/complete.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/core/topologies.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;
using Catch::Contains;

namespace {

constexpr Ports kTwo{Ports::Kind::several, 2}, kThree{Ports::Kind::several, 3};

Verdict broadcast_among(std::uint32_t processors, std::uint32_t messages, Ports ports,
                        std::initializer_list<const char*> lines) {
  const Complete network(processors);
  return judge(network, Collective(CollectiveKind::broadcast, processors, 0, messages), ports,
               stored_schedule(hops(network, lines)));
}

const std::string kCompleteHeader =
    "romcast-schedule 1\n"
    "network complete processors 5\n"
    "ports 3\n"
    "collective broadcast source 0 messages 2\n"
    "hops\n";

}  // namespace

TEST_CASE("every pair of different processors is linked and nobody is linked to itself") {
  const Complete network(5);
  for (NodeId from = 0; from < 5; ++from) {
    for (NodeId to = 0; to < 5; ++to) {
      const ChannelId channel = network.find_channel(from, to);
      if (from == to) {
        CHECK(channel == kNone);
      } else {
        REQUIRE(channel != kNone);
        CHECK(network.channels()[channel].from == from);
        CHECK(network.end_of(network.channels()[channel].first_link, to) == to);
        CHECK(network.route(from, to) == channel);
      }
    }
  }
}

TEST_CASE("a million processors are no more than their number") {
  const Complete network(1'000'000);
  CHECK(network.processors() == 1'000'000);
  CHECK(network.links() == 1'000'000);
  CHECK(network.find_node(network.node_name(999'999)) == 999'999);
  CHECK(network.find_node("p1000000") == kNone);
}

TEST_CASE("a fully connected network needs two processors and has at most 2^20") {
  CHECK_THROWS_WITH(Complete(1), Contains("`processors` 1") && Contains("2 to 1048576"));
  CHECK_THROWS_WITH(Complete(Complete::kMostProcessors + 1), Contains("`processors` 1048577"));
}

TEST_CASE("a processor sends to as many others as it has ports") {
  CHECK(broadcast_among(3, 1, kTwo, {"1 p0 p1 0", "1 p0 p2 0"}).violation_count == 0);
  const Verdict verdict = broadcast_among(4, 1, kTwo, {"1 p0 p1 0", "1 p0 p2 0", "1 p0 p3 0"});
  CHECK(verdict.violation_count == 1);
  CHECK(count(verdict, port_used_twice) == 1);
  CHECK_THAT(verdict.violations.front().text, Contains("p0 sends message 0 to p3"));
}

TEST_CASE("a processor receives as many messages as it has ports") {
  const auto lines = {"1 p0 p1 0", "1 p0 p2 1", "2 p1 p3 0", "2 p2 p3 1", "2 p0 p1 1", "2 p0 p2 0"};
  CHECK(broadcast_among(4, 2, kTwo, lines).violation_count == 0);
  const Verdict verdict = broadcast_among(4, 2, {Ports::Kind::single},
                                          {"1 p0 p1 0", "2 p0 p2 1", "3 p1 p3 0", "3 p2 p3 1"});
  CHECK(count(verdict, port_used_twice) == 1);
}

TEST_CASE("several messages may go from one processor to the same other in a cycle") {
  // Three processors with three ports broadcast four messages in two rounds; the source must send
  // two messages to the same processor.
  const Verdict verdict = broadcast_among(3, 4, kThree,
                                          {"1 p0 p1 0", "1 p0 p1 1", "1 p0 p2 2", "2 p0 p1 3",
                                           "2 p0 p2 3", "2 p1 p2 0", "2 p1 p2 1", "2 p2 p1 2"});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 2);
  CHECK(verdict.delivered == 8);
}

TEST_CASE("a processor passes a message on from the cycle after its reception") {
  CHECK(broadcast_among(3, 1, {Ports::Kind::single}, {"1 p0 p1 0", "2 p1 p2 0"}).violation_count ==
        0);
  const Verdict early = broadcast_among(3, 1, {Ports::Kind::single}, {"1 p0 p1 0", "1 p1 p2 0"});
  CHECK(count(early, sent_before_arrival) == 1);
  CHECK(count(early, message_lost) == 1);
}

TEST_CASE("a second copy for the same processor is delivered twice") {
  const Verdict verdict = broadcast_among(2, 1, kTwo, {"1 p0 p1 0", "2 p0 p1 0"});
  CHECK(count(verdict, delivered_twice) == 1);
}

TEST_CASE("a hop that names no processor is an error of the caller") {
  const Complete network(3);
  Judge judge(network, Collective(CollectiveKind::broadcast, 3, 0, 1), kTwo);
  const Hop nowhere{.cycle = 1, .link = 0, .message = 0, .to = 3};
  CHECK_THROWS_AS(judge.step({&nowhere, 1}), std::logic_error);
}

TEST_CASE("ports are single or multi or counted") {
  CHECK(find_ports("single") == Ports{Ports::Kind::single});
  CHECK(find_ports("1") == Ports{Ports::Kind::single});
  CHECK(find_ports("multi") == Ports{Ports::Kind::multi});
  CHECK(find_ports("3") == kThree);
  CHECK(kThree.name() == "3");
  for (const char* text : {"", "0", "1025", "-1", "3x", "many", "4294967298"}) {
    CAPTURE(text);
    CHECK_FALSE(find_ports(text));
  }
}

TEST_CASE("a schedule file of a fully connected network names both ends of every hop") {
  const ScheduleFile file = read(kCompleteHeader + "1 p0 p4 1\n1 p0 p2 0\n2 p2 p4 0\nend\n");
  CHECK(file.header.ports == kThree);
  REQUIRE(file.hops.size() == 3);
  CHECK(file.hops[0] == Hop{1, 0, 0, 2});
  CHECK(file.hops[1] == Hop{1, 0, 1, 4});
  CHECK(file.hops[2] == Hop{2, 2, 0, 4});
  CHECK_THAT(error_of(kCompleteHeader + "1 p0 p5 0\nend\n"), Contains("plan.txt:6: no node 'p5'"));
  CHECK_THAT(error_of(kCompleteHeader + "1 p3 p3 0\nend\n"),
             Contains("plan.txt:6: no link from p3 to p3"));
  CHECK_THAT(error_of(kCompleteHeader + "1 p0 p1 0 1\nend\n"), Contains("plan.txt:6: lane '1'"));
}

TEST_CASE("a schedule of a fully connected network is read as it was written") {
  const auto path = std::filesystem::temp_directory_path() /
                    ("romcast-complete-" + std::to_string(::getpid()) + ".txt");
  const ScheduleFile file = read(kCompleteHeader + "1 p0 p2 0\n1 p0 p4 1\n2 p4 p1 1\nend\n");
  {
    ScheduleWriter writer(path.string(), file.header);
    writer.write(file.hops);
    writer.commit();
  }
  const ScheduleFile again = load_schedule(path.string());
  std::filesystem::remove(path);
  CHECK(again.hops == file.hops);
  CHECK(again.header.ports == kThree);
  CHECK(again.header.topology->processors() == 5);
}

TEST_CASE("fully connected networks count ports and others do not") {
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork complete processors 5\nports multi\n"
                      "collective broadcast\nhops\nend\n"),
             Contains("plan.txt:5: 'hops'; ports are single or counted here, not multi"));
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports 3\n"
                      "collective gather\nhops\nend\n"),
             Contains("plan.txt:5: 'hops'; ports are single or multi here, not 3"));
}

TEST_CASE(
    "processors that take no part leave a smaller network whose processors keep their names") {
  const Complete network(6, "p3,p0");
  CHECK(network.processors() == 4);
  std::vector<std::string> names;
  for (NodeId node = 0; node < 4; ++node) names.push_back(network.node_name(node));
  CHECK(names == std::vector<std::string>{"p1", "p2", "p4", "p5"});
  for (NodeId node = 0; node < 4; ++node) CHECK(network.find_node(names[node]) == node);
  for (const char* name : {"p0", "p3", "p6", "p", "q1"}) CHECK(network.find_node(name) == kNone);
  CHECK(network.cut_off() == std::vector<std::string>{"p0", "p3"});
  CHECK(network.options() == NetworkOptions{{"processors", "6"}, {"without", "p3,p0"}});
}

TEST_CASE("processors that take no part are named, and two others stay") {
  CHECK_THROWS_WITH(Complete(4, "p4"), Contains("is not a processor") && Contains("p0 to p3"));
  CHECK_THROWS_WITH(Complete(4, "p1-p2"), Contains("is not a processor"));
  CHECK_THROWS_WITH(Complete(4, "p1,"), Contains("is not a processor"));
  CHECK_THROWS_WITH(Complete(4, "p0,p1,p2"), Contains("no two processors are left"));
  CHECK(Complete(4, "p0,p1,p0").processors() == 2);
}
