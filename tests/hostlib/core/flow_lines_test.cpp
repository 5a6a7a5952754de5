// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/flow_lines.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

const std::string kFlowHeader =
    "romcast-schedule 1\nnetwork ring processors 6\nports multi\ncollective exchange\n";

Collective flows(const std::string& lines) {
  return *test::read(kFlowHeader + lines + "period 40\nhops\nend\n").header.collective;
}
std::string flow_error(const std::string& lines) {
  return error_of(kFlowHeader + lines + "hops\nend\n");
}

}  // namespace

TEST_CASE("words of flows are numbered flow after flow") {
  const Collective c =
      flows("flow camera from p0 to p5,p2 words 3 latency 40\nflow motor latency 9 from 1 to p0\n");
  REQUIRE(c.flows().size() == 2);
  CHECK(c.flows()[0] == Flow{"camera", 0, {2, 5}, 3, 40});
  CHECK(c.flows()[1] == Flow{"motor", 1, {0}, 1, 9});
  CHECK(c.message_numbers() == 4);
  CHECK(c.flow_of(0) == std::pair(0U, 0U));
  CHECK(c.flow_of(2) == std::pair(0U, 2U));
  CHECK(c.flow_of(3) == std::pair(1U, 0U));
  CHECK(c.origin(2) == 0);
  CHECK(c.origin(3) == 1);
  CHECK(c.message_name(2) == "camera.2");
  CHECK(c.message_name(3) == "motor");
  CHECK(c.expected_deliveries() == 3 * 2 + 1);
}

TEST_CASE("flows are written as they are read") {
  const std::string lines =
      "flow a from p0 to p2,p5 words 3 latency 40\nflow b from p1 to p0 words 1\n";
  const ScheduleFile file = test::read(kFlowHeader + lines + "period 40\nhops\nend\n");
  CHECK(flow_text(*file.header.topology, *file.header.collective) == lines);
}

TEST_CASE("a wrong flow is refused with its line") {
  CHECK(flow_error("flow a from p0 to p9\n") ==
        "plan.txt:5: flow 'a': no node 'p9'; processors are p0 .. p5, or 0 .. 5");
  CHECK(flow_error("flow a from p0 to p0\n") ==
        "plan.txt:5: flow 'a': message 0 goes from 'p0' to itself; a destination is another "
        "processor");
  CHECK(flow_error("flow a from p0 to p1 words 0\n") ==
        "plan.txt:5: words '0'; give a number from 1 to 1000000");
  CHECK(flow_error("flow a from p0 to p1 latency x\n") ==
        "plan.txt:5: latency 'x'; give a number from 1 to 1000000");
  CHECK(flow_error("flow a from p0\n") ==
        "plan.txt:5: flow 'a' without 'to'; e.g. flow camera from p0 to p5,p6 words 4 latency 40");
  CHECK(flow_error("flow a from p0 to p1\nflow a from p0 to p2\n") ==
        "plan.txt:6: a second flow 'a'; give each flow its own name");
  CHECK(flow_error("flow a from p0 to p1 color red\n") ==
        "plan.txt:5: 'color'; e.g. flow camera from p0 to p5,p6 words 4 latency 40");
  CHECK(flow_error("flow a from p0 to p1\nmessage 0 from p0 to p2\n") ==
        "plan.txt:6: 'message'; an exchange has flows, or messages without names");
}

TEST_CASE("a processor named all is written by its number, which no other node has for a name") {
  const std::string graph =
      "romcast-schedule 1\nnetwork graph\nnode b\nnode all\nnode 1\nedge b all\nedge all 1\n"
      "ports multi\ncollective exchange\n";
  const std::string lines = "reduce sum from b,all to 01 words 1 operator add\n";
  const ScheduleFile file = test::read(graph + lines + "period 40\nhops\nend\n");
  const Collective& sum = *file.header.collective;
  CHECK(sum.flows().front().sources == std::vector<NodeId>{0, 1});
  CHECK(sum.flows().front().destinations == std::vector<NodeId>{1});
  CHECK(flow_text(*file.header.topology, sum) == lines);
}

TEST_CASE("a name that no line could hold is refused") {
  const auto network = test::read(kFlowHeader + "flow a from 0 to 1\nhops\nend\n").header.topology;
  const auto add = [&](const std::string& name) {
    const std::vector<std::string_view> words{"flow", name, "from", "p0", "to", "p3"};
    FlowBuilder(*network).add(words);
  };
  CHECK_NOTHROW(add(std::string(4096, 'x')));
  CHECK_THROWS_WITH(add("a#b"), "the name 'a#b'; give a word without '#'");
  CHECK_THROWS_WITH(add("a b"), "the name 'a b'; give a word without '#'");
  CHECK_THROWS_WITH(add(""), "the name ''; give a word without '#'");
  CHECK_THROWS_WITH(add("a\nb"), Catch::Contains("control characters"));
  CHECK_THROWS_WITH(add(std::string(4097, 'x')), "a name of 4097 characters; give 4096 at most");
}

TEST_CASE("flows with very many names are written and read again") {
  constexpr NodeId count = 2000;  // 1999 names of two characters or more exceed 4096 characters
  const std::string start =
      "romcast-schedule 1\nnetwork ring processors 2000\nports multi\ncollective exchange\n";
  ScheduleHeader header = test::read(start + "flow a from 0 to 1\nperiod 9\nhops\nend\n").header;
  std::vector<NodeId> others(count - 1);
  std::iota(others.begin(), others.end(), NodeId{1});
  Flow flow{.name = "a", .origin = 0, .destinations = others};
  Flow sum{.name = "b", .destinations = {0}};
  sum.sources = others;
  sum.operation = Operation::add;
  header.collective = Collective::of_flows(count, {flow, sum});
  const Folder folder;
  ScheduleWriter writer(folder.file("p"), header);
  writer.commit();
  const ScheduleHeader again = load_schedule(folder.file("p")).header;
  CHECK(std::ranges::equal(again.collective->flows(), header.collective->flows()));
}

TEST_CASE("a file of flows has lines of at most 4096 characters") {
  const auto network = test::read(kFlowHeader + "flow a from 0 to 1\nhops\nend\n").header.topology;
  const Folder folder;
  const std::string path = folder.file("flows");
  const std::string flow = "flow a from 0 to 1 #";
  std::ofstream(path) << flow + std::string(4096 - flow.size(), 'x') + "\n";
  CHECK(load_flows(path, *network).flows().size() == 1);
  std::ofstream(path) << flow + std::string(4097 - flow.size(), 'x') + "\n";
  CHECK_THROWS_WITH(load_flows(path, *network),
                    path + ":1: a line of more than 4096 characters; is this a text file?");
}

TEST_CASE("a period is read and written, with what may wait") {
  const auto period = [](const std::string& line) {
    return test::read(
               "romcast-schedule 1\nnetwork ring processors 4\nports multi\n"
               "collective alltoall\n" +
               line + "\nhops\nend\n")
        .header.period;
  };
  CHECK(period("period 16") == Period{16, 0});
  CHECK(period("period 16 waiting 2") == Period{16, 2});
  CHECK_FALSE(period("").has_value());
  CHECK_THROWS(period("period 0"));
  CHECK_THROWS(period("period 4 waits 2"));
  const Folder folder;
  ScheduleHeader header = test::read(
                              "romcast-schedule 1\nnetwork ring processors 4\nports multi\n"
                              "collective alltoall\nperiod 9 waiting 1\nhops\nend\n")
                              .header;
  ScheduleWriter writer(folder.file("p"), header);
  writer.commit();
  CHECK(load_schedule(folder.file("p")).header.period == Period{9, 1});
}
