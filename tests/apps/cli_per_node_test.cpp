// SPDX-License-Identifier: Apache-2.0
// `--per-node`: rows of nodes, recounted from the schedule that the same command writes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

// Three switches in a triangle, two hosts at each, one more at the last.
const std::string kNetwork =
    "graph g {\n s0 [role=switch]; s1 [role=switch]; s2 [role=switch];\n s0 -- s1; s1 -- s2; s2 -- "
    "s0;\n"
    " a -- s0; b -- s0; c -- s1; d -- s1; e -- s2; f -- s2; g -- s2;\n}\n";

struct Send {
  unsigned cycle = 0;
  std::string from, to;
  unsigned message = 0;
};

std::vector<Send> sends_of(const std::string& file) {
  std::istringstream lines(content(file));
  std::vector<Send> sends;
  std::string line;
  while (std::getline(lines, line) && line != "hops") continue;
  while (std::getline(lines, line) && line != "end") {
    Send& send = sends.emplace_back();
    std::istringstream(line) >> send.cycle >> send.from >> send.to >> send.message;
  }
  return sends;
}

// The largest number of messages in a node at the end of a cycle. Counts only messages that arrived
// over a link and leave in a later cycle.
unsigned occupancy(const std::vector<Send>& sends, const std::string& node) {
  std::map<unsigned, int> change;
  for (const Send& came : sends) {
    if (came.to != node) continue;
    for (const Send& left : sends) {
      if (left.from != node || left.message != came.message || left.cycle <= came.cycle) continue;
      ++change[came.cycle];
      --change[left.cycle];
    }
  }
  int now = 0, most = 0;
  for (const auto& [cycle, step] : change) most = std::max(most, now += step);
  return static_cast<unsigned>(most);
}

}  // namespace

TEST_CASE("rows of nodes have the occupancy of the schedule, in plan and hardware") {
  const Folder folder;
  const std::string network = folder.write("n.dot", kNetwork), plan = folder.file("plan");
  for (const char* ports : {"single", "multi"}) {
    const std::string scenario =
        "-n " + network + " -c alltoall --messages 3 -a matching -p " + ports;
    CAPTURE(ports);
    REQUIRE(call(words("plan " + scenario + " -o " + plan)).status == 0);
    const std::vector<Send> sends = sends_of(plan);
    REQUIRE(!sends.empty());
    const json report = call(words("run --per-node --json - " + scenario)).json();
    CHECK(report["verdict"] == "pass");
    CHECK(report["scenario"]["processors"] == 7);
    CHECK(report["scenario"]["switches"] == 3);
    REQUIRE(report["nodes"].size() == 10);
    unsigned most = 0;
    for (const json& node : report["nodes"]) {
      CAPTURE(node.dump());
      const unsigned counted = occupancy(sends, node["name"]);
      CHECK(node["occupancy"] == counted);
      CHECK(node["measured"] == counted);
      const bool host = node["role"] != "switch";
      CHECK(node["own"] == (host ? 6 * 3 : 0));
      CHECK((host ? counted == 0 : counted > 0));
      most = std::max(most, counted);
    }
    CHECK(report["plan"]["max_occupancy"] == most);
    CHECK(report["hardware"]["max_occupancy"] == most);
  }
}

TEST_CASE("the row of a multi-port node has each of its banks and its own one") {
  const Folder folder;
  const std::string network = folder.write("n.dot", kNetwork);
  const json report =
      call(words("plan --per-node --json - -c alltoall -a matching -p multi -n " + network)).json();
  for (const json& node : report["nodes"]) {
    std::set<std::string> from;
    std::size_t own = 0;
    for (const json& depth : node["depths"]) {
      if (depth["queue"] == "own") ++own;
      if (depth["queue"] == "bank") from.insert(depth["from"].get<std::string>());
      CHECK(depth["occupancy"] <= depth["needed"]);
      CHECK(depth["needed"] <= depth["built"]);
    }
    CHECK(own == 1);
    if (node["name"] == "s2") CHECK(from == std::set<std::string>{"e", "f", "g", "s0", "s1"});
  }
}

TEST_CASE("hosts and switches of a network are fitted apart") {
  const Folder folder;
  const std::string network = folder.write("n.dot", kNetwork);
  const json report =
      call(words("run --fit --json - -c alltoall -a matching -p multi -n " + network)).json();
  CHECK(report["verdict"] == "pass");
  CHECK(report["hardware"]["overflows"] == 0);
  std::map<std::string, json> rows;
  for (const json& depth : report["plan"]["depths"]) {
    rows[depth["where"].get<std::string>() + ' ' + depth["queue"].get<std::string>()] = depth;
    CHECK(depth["built"] == depth["needed"]);
  }
  CHECK(rows.at("processors own")["built"] == 6);  // messages for the other six
  CHECK(rows.at("processors bank")["built"] == 0);
  CHECK(rows.at("switches own")["built"] == 0);
  CHECK(rows.at("switches bank")["built"] > 0);
  CHECK(report["fit"]["saved_bits"] > 0);
  CHECK(report["fit"]["saved_blocks"] > 0);
}

TEST_CASE("the table has a row for each node only where it is asked for") {
  const std::string scenario = "plan -k 2 -H 2 -c alltoall -p single";
  CHECK_THAT(call(words(scenario + " --per-node")).out, Contains("s2.0             switch"));
  CHECK_THAT(call(words(scenario)).out, !Contains("s2.0             switch"));
}

TEST_CASE("rows of nodes are refused where there are no queues") {
  const Finished done =
      call(words("plan --per-node -n complete --processors 5 -c broadcast --latency 2"));
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("--per-node") && Contains("no queues"));
}

TEST_CASE("a sweep writes a row for each node, which can be plotted") {
  const Folder folder;
  const std::string csv = folder.file("r.csv");
  const Finished done =
      call(words("sweep --plan --per-node -k 2 -H 2 -c alltoall -p single "
                 "--messages 1,2 -o " +
                 csv));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  std::istringstream lines(content(csv));
  std::string header, line;
  std::getline(lines, header);
  for (const char* column : {"node.name", "node.occupancy", "node.depth", "node.built"}) {
    CHECK_THAT(header, Contains(column));
  }
  std::size_t rows = 0;
  while (std::getline(lines, line)) ++rows;
  CHECK(rows == 2 * (1 + 3));  // each of two runs has a row, and rows for its 3 switches
  const Finished refused =
      call(words("sweep --plan --per-node -k 2 -H 2 -c alltoall -p single "
                 "--messages 1,2 --plot x=messages,y=depth -o " +
                 csv + " --plot-output " + folder.file("p.html")));
  if (refused.status == 3 && refused.err.find("without nodejs") != std::string::npos) return;
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("add by=node.name"));
}
