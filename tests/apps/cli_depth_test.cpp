// SPDX-License-Identifier: Apache-2.0
// Queue depths on the command line: given depths are used and monitored, or refused; a depth that
// is too small fails in the plan and in the run.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

// The error of both `plan` and `run` for a scenario that they refuse.
std::string refusal_of_both(const std::string& scenario) {
  std::string said;
  for (const char* command : {"plan ", "run "}) {
    const std::string error = refusal(command + scenario);
    if (!said.empty()) CHECK(error == said);
    said = error;
  }
  return said;
}

// The first failure of a scenario that overfills queues; `plan` and `run` must report the same one.
std::string failure(const std::string& scenario) {
  std::string said;
  for (const char* command : {"plan ", "run "}) {
    const Finished done = call(words(command + scenario + " --json -"));
    CAPTURE(command, scenario, done.err);
    CHECK(done.status == 1);
    CHECK(done.one_line());
    const json report = done.json();
    CHECK(report["verdict"] == "fail");
    if (command == std::string("run ")) CHECK(report["hardware"]["overflows"] > 0);
    const std::string first = report["failures"][0];
    if (!said.empty()) CHECK(first == said);
    said = first;
  }
  return said;
}

int status(const std::string& command) { return call(words(command)).status; }

const std::string kComplete = "-n complete --processors 8 ";
const std::string kStar = "-n star --symbols 4 ";

std::string schedule(const std::string& header) {
  return "romcast-schedule 1\nnetwork complete processors 8\nports single\n" + header +
         "hops\nend\n";
}

}  // namespace

TEST_CASE("a depth is refused where there is no queue") {
  CHECK_THAT(refusal_of_both(kComplete + "-c broadcast --messages 4 --queue-depth 1"),
             Contains("--queue-depth 1: ") && Contains("no queue"));
  CHECK_THAT(refusal_of_both(kComplete + "-c alltoall --latency 3 --queue-depth 7"),
             Contains("--queue-depth 7: ") && Contains("no queue"));
  CHECK_THAT(
      refusal_of_both(kComplete + "-c broadcast -a block-cyclic --latency 3 --queue-depth 2"),
      Contains("--queue-depth 2: ") && Contains("no queue"));
  const Folder folder;
  const std::string program =
      folder.write("goal", "num_ranks 2\nrank 0 {\nsend 1b to 1\n}\nrank 1 {\nrecv 1b from 0\n}\n");
  const Finished done = call(words("run --format goal --queue-depth 4 " + program));
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("--queue-depth 4: ") && Contains("no queue"));
}

TEST_CASE("a schedule file limits no queue of a machine that has none") {
  const Folder folder;
  for (const char* header :
       {"collective broadcast source 0\ntiming latency 3 overhead 1 gap 2\nqueue store 1\n",
        "collective broadcast source 0\nqueue store 1\ntiming latency 3 overhead 0 gap 1\n",
        "collective reduce source 0\nqueue store 1\n"}) {
    const Finished done = call({"check", folder.write("plan", schedule(header))});
    CAPTURE(header, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("'hops'; ") && Contains("no queue"));
  }
}

TEST_CASE("a depth that a schedule file gives is refused as the file's, not as an option") {
  const Folder folder;
  const std::string plan =
      folder.write("plan",
                   "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\n"
                   "collective broadcast source 0\nqueue per-output 1000001\nhops\n1 p0 s1.0 0\n"
                   "2 s1.0 p1 0\n2 s1.0 s2.0 0\n3 s2.0 s1.1 0\n4 s1.1 p2 0\n4 s1.1 p3 0\nend\n");
  const Finished deep = call({"run", plan});
  CHECK(deep.status == 2);
  CHECK(deep.one_line());
  CHECK_THAT(deep.err, Contains(plan + ": queue depth 1000001: too deep, queues of the schedule "
                                       "have at most 1000000 slots"));
  const Finished fit = call({"run", plan, "--fit"});
  CHECK(fit.status == 2);
  CHECK(fit.one_line());
  CHECK_THAT(fit.err, Contains("--fit: ") && !Contains("--queue-depth"));
}

TEST_CASE("the input queue of a buffered machine is as deep as asked for") {
  const std::string scenario = kComplete + "-c broadcast -a buffered --latency 3 --messages 9 ";
  // Karp et al., footnote 1: a queue of two slots suffices.
  CHECK_THAT(failure(scenario + "--queue-depth 1"),
             Contains("--queue-depth 1: too shallow, buffered needs 2 slots"));
  CHECK(status("run " + scenario + "--queue-depth 2") == 0);
  CHECK_THAT(refusal_of_both(scenario + "--queue-depth 999999"),
             Contains("--queue-depth 999999: too deep"));
}

TEST_CASE("a star graph's stores that are too shallow fail alike in the plan and in the run") {
  // All 4! - 1 messages of a node are in its store before it sends the first one.
  const std::string grouped = kStar + "-c alltoall -a grouped --queue-depth ";
  CHECK_THAT(failure(grouped + "22"),
             Contains("--queue-depth 22: too shallow, grouped needs 23 slots"));
  CHECK(status("plan " + grouped + "23") == 0);
  CHECK(status("run " + grouped + "23") == 0);
  // The 23 messages of the other nodes arrive through 3 ports: 8 of them through one port.
  const std::string tree = kStar + "-c allgather -a tree -p multi --queue-depth ";
  CHECK_THAT(failure(tree + "7"), Contains("--queue-depth 7: too shallow, tree needs 8 slots"));
  CHECK(status("plan " + tree + "8") == 0);
  CHECK(status("run " + tree + "8") == 0);
  CHECK_THAT(failure(kStar + "-c allgather -a level --queue-depth 23"), Contains("needs 24 slots"));
}

TEST_CASE("a store that is far too shallow for its program fails as one that nearly fits") {
  for (const char* places : {"1", "2", "5", "16"}) {
    CHECK_THAT(failure(kStar + "-c alltoall -a grouped --queue-depth " + places),
               Contains("grouped needs 23 slots"));
  }
}

TEST_CASE("ROM images for stores that are too shallow are refused") {
  const Folder folder;
  const Finished done = call(
      words("rom " + kStar + "-c alltoall -a grouped --queue-depth 22 -o " + folder.file("roms")));
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("--queue-depth 22: too shallow") && Contains("23"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("a switch with credits is built with two places per port, no other depth is taken") {
  const std::string tree = "-k 2 -H 2 -c alltoall -a upward-first-credit --queue-depth ";
  CHECK_THAT(refusal_of_both(tree + "1"), Contains("--queue-depth 1: too shallow"));
  CHECK_THAT(refusal_of_both(tree + "3"), Contains("--queue-depth 3: too deep") && Contains("2"));
  CHECK(status("run " + tree + "2") == 0);
}

TEST_CASE("every queue says what it needed and how deep it is built, whoever asked for it") {
  for (const char* scenario :
       {"-k 2 -H 3 -c alltoall -p single", "-k 2 -H 3 -c allgather -p multi",
        "-k 2 -H 3 -c alltoall -a upward-first-credit", "-n star --symbols 3 -c alltoall",
        "-n star --symbols 3 -c allgather -p multi", "-n complete --processors 5 -c broadcast",
        "-n complete --processors 5 -c broadcast -a buffered --latency 2 --messages 6"}) {
    const json report = call(words(std::string("run --json - ") + scenario)).json();
    CAPTURE(scenario, report.dump());
    CHECK(report["verdict"] == "pass");
    CHECK(report["scenario"]["queue_depth"].is_null());
    const json& depths = report["hardware"]["depths"];
    REQUIRE(!depths.empty());
    CHECK(report["plan"]["depths"] == depths);
    for (const json& depth : depths) {
      for (const char* key : {"where", "queue", "direction", "links", "queues", "needed", "built",
                              "message_bits", "entry_bits"}) {
        CHECK(depth.contains(key));
      }
      CHECK(depth["needed"] <= depth["built"]);
      CHECK(depth["message_bits"] <= depth["entry_bits"]);
    }
  }
}

TEST_CASE("a machine without queues has no depths") {
  const json report =
      call(words("run --json - -n complete --processors 5 -c broadcast --latency 2")).json();
  CHECK(report["plan"]["depths"] == json::array());
  CHECK(report["hardware"]["depths"] == json::array());
}

TEST_CASE("the places of all queues stand in the table") {
  const Finished done = call(words("run -k 2 -H 2 -c alltoall -p single"));
  CHECK_THAT(done.out, Contains("level 1 up") && Contains("level 2 down") && Contains("built"));
}

TEST_CASE("the depth of every queue stands in the manifest of ROM images") {
  const Folder folder;
  for (const char* scenario :
       {"-k 2 -H 2 -c allgather -p multi --control rom", "-n star --symbols 3 -c alltoall",
        "-n complete --processors 4 -c broadcast --messages 3 --control rom",
        "-n complete --processors 4 -c broadcast -a buffered --latency 2"}) {
    CAPTURE(scenario);
    const std::string roms = folder.file("roms");
    CHECK(status("rom -o " + roms + " " + scenario) == 0);
    const json run = call(words(std::string("run --json - ") + scenario)).json();
    const json depths = json::parse(content(roms + "/manifest.json"))["depths"];
    if (run["hardware"]["control"] == "rom") CHECK(depths == run["hardware"]["depths"]);
    CHECK(!depths.empty());
  }
}

TEST_CASE("fitted queues are as deep as each level needs and say what that saves") {
  for (const char* scenario :
       {"-k 2 -H 4 -c allgather -p multi -a flooding", "-k 2 -H 3 -c alltoall -p single",
        "-k 2 -H 3 -c gather -a greedy"}) {
    const Finished done = call(words(std::string("run --fit --json - ") + scenario));
    CAPTURE(scenario, done.err);
    REQUIRE(done.status == 0);
    const json report = done.json();
    const json& depths = report["hardware"]["depths"];
    std::map<std::string, int> most;
    int deepest = 0;
    for (const json& depth : depths) {
      int& one = most[depth["where"]];
      one = std::max({one, depth["needed"].get<int>(), 1});
      deepest = std::max(deepest, one);
    }
    std::int64_t bits = 0, uniform = 0;
    for (const json& depth : depths) {
      CHECK(depth["built"] == most[depth["where"]]);
      const auto all = depth["queues"].get<std::int64_t>() * depth["links"].get<std::int64_t>() *
                       depth["entry_bits"].get<std::int64_t>();
      bits += all * most[depth["where"]];
      uniform += all * deepest;
    }
    const json& fit = report["fit"];
    CHECK(fit["uniform_depth"] == deepest);
    CHECK(fit["bits"] == bits);
    CHECK(fit["saved_bits"] == uniform - bits);
    CHECK(fit["saved_bits"] > 0);
    CHECK(fit["blocks"] <= fit["uniform_blocks"]);
  }
  CHECK_THAT(call(words("run --fit -k 2 -H 3 -c alltoall -p single")).out, Contains("saved"));
}

TEST_CASE("fitting goes with no depth and needs a queue") {
  CHECK_THAT(refusal_of_both("-k 2 -H 2 -c alltoall --fit --queue-depth 3"),
             Contains("--fit --queue-depth 3: give one of them"));
  CHECK_THAT(refusal_of_both(kComplete + "-c broadcast --fit"),
             Contains("--fit: there is no queue"));
}
