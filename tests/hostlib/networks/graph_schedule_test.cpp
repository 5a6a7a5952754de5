// SPDX-License-Identifier: Apache-2.0
// Schedules for networks without a name: a schedule file contains the network's nodes and edges,
// and the judge knows which nodes forward.
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "romcast/core/schedule_file.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

// Processors `a` and `c`, endpoint `b`, switch `s` with links to `a`, `b` and `c`, and an arc from
// `a` to `c`.
const std::string kGraphLines =
    "network graph file x.dot\nnode a processor\nnode b endpoint\nnode s switch\nnode c processor\n"
    "edge a s 2\nedge b s\nedge c s\narc a c\n";

std::string text_of(const std::string& graph, const std::string& hops,
                    const std::string& collective = "broadcast source 0 messages 1") {
  return "romcast-schedule 1\n" + graph + "ports multi\ncollective " + collective + "\nhops\n" +
         hops + "end\n";
}

ScheduleFile read(const std::string& text) {
  std::istringstream in(text);
  return read_schedule(in, "x");
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

Verdict verdict_of(const std::string& text) {
  const ScheduleFile file = read(text);
  return judge(*file.header.topology, *file.header.collective, file.header.ports,
               stored_schedule(file.hops), file.header.limit, file.header.timing);
}

}  // namespace

TEST_CASE("a schedule file carries the nodes and edges of its graph, processors first") {
  const ScheduleFile file = read(text_of(kGraphLines, "1 a s 0 1\n2 s b 0\n2 s c 0\n"));
  const Topology& network = *file.header.topology;
  CHECK(network.network() == "graph");
  CHECK(network.processors() == 3);
  CHECK(network.node_name(2) == "c");
  CHECK(network.node_name(3) == "s");
  CHECK_FALSE(network.forwards(1));
  CHECK(network.links() == 2 * 2 + 2 + 2 + 1);
  CHECK(network.find_channel(2, 0) == kNone);
  CHECK(file.hops.size() == 3);
}

TEST_CASE("a schedule for a graph that is written is read back as the same") {
  const ScheduleFile file = read(text_of(kGraphLines, "1 a s 0 1\n1 a c 0\n2 s b 0\n"));
  const std::string path =
      (std::filesystem::temp_directory_path() / "romcast-graph-schedule.txt").string();
  ScheduleWriter writer(path, file.header);
  for (const Hop& hop : file.hops) writer.write(std::span(&hop, 1));
  writer.commit();
  const ScheduleFile again = load_schedule(path);
  std::remove(path.c_str());
  CHECK(again.hops == file.hops);
  CHECK(again.header.topology->links() == file.header.topology->links());
  CHECK(again.header.topology->options() == file.header.topology->options());
  for (NodeId v = 0; v < 4; ++v) {
    CHECK(again.header.topology->node_name(v) == file.header.topology->node_name(v));
    CHECK(again.header.topology->forwards(v) == file.header.topology->forwards(v));
  }
}

TEST_CASE("what is wrong with the lines of a graph is said with the line") {
  const auto error = [](const std::string& lines) { return error_of(text_of(lines, "")); };
  CHECK_THAT(error("network graph\nnode a\nnode a\n"), Contains("x:4: a second node 'a'"));
  CHECK_THAT(error("network graph\nnode a root\n"), Contains("x:3: 'root'; e.g. node a processor"));
  CHECK_THAT(error("network graph\nnode a\nedge a b\n"), Contains("x:4: no node 'b'"));
  CHECK_THAT(error("network graph\nnode a\nedge a a\n"),
             Contains("x:4: a link from 'a' to itself"));
  CHECK_THAT(error("network graph\nnode a\nnode b\nedge a b 65\n"), Contains("x:5: lanes '65'"));
  CHECK_THAT(error("network graph\nnode a\nnode b\narc a b\n"), Contains("not connected"));
  CHECK_THAT(error("network graph\n"), Contains("a network of 0 processors"));
  CHECK_THAT(error("network dgx1\nnode a\n"), Contains("x:3: 'node'"));
  CHECK_THAT(error("network graph size 3\n"), Contains("x:2: 'size'"));
}

TEST_CASE("a schedule through switches is legal, and they want nothing") {
  const Verdict verdict = verdict_of(text_of(kGraphLines, "1 a s 0\n1 a c 0\n2 s b 0\n"));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 2);
  CHECK(verdict.cycles == 2);
}

TEST_CASE("an endpoint that sends what came from others is a violation") {
  const std::string triangle =
      "network graph\nnode a\nnode b endpoint\nnode c\nedge a b\nedge b c\nedge a c\n";
  for (const char* collective : {"broadcast source 0 messages 1", "allgather", "scatter"}) {
    const std::string message = std::string(collective) == "scatter" ? "2" : "0";
    const Verdict verdict =
        verdict_of(text_of(triangle, "1 a b " + message + "\n2 b c " + message + "\n", collective));
    std::size_t found = 0;
    for (const Violation& violation : verdict.violations) {
      found += violation.kind == ViolationKind::does_not_forward ? 1 : 0;
    }
    CHECK(found == 1);
  }
}

TEST_CASE("a switch that gets a message of many destinations again is a violation") {
  const Verdict verdict = verdict_of(text_of(kGraphLines, "1 a s 0\n1 a c 0\n2 s b 0\n2 c s 0\n"));
  REQUIRE(verdict.violation_count == 1);
  CHECK(verdict.violations[0].kind == ViolationKind::delivered_twice);
}

TEST_CASE("two ports send and receive two messages in a cycle and no more") {
  const std::string square =
      "romcast-schedule 1\nnetwork dgx1\nports 2\ncollective scatter source "
      "0 messages 1\nhops\n1 p0 p1 1\n1 p0 p2 2\n";
  CHECK(verdict_of(square + "2 p0 p3 3\nend\n").violations.front().kind ==
        ViolationKind::message_lost);
  CHECK(verdict_of(square + "1 p0 p3 3\nend\n").violations.front().kind ==
        ViolationKind::port_used_twice);
}
