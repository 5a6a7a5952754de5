// SPDX-License-Identifier: Apache-2.0
// Links with bandwidth and latency, from the command line to the Verilog.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// Two GPUs on a fast link, and a third one on a slow link: 1 MB needs 10 us on the fast link and
// 40 us on the slow link.
const std::string kThree =
    "graph { a -- b [bandwidth=\"100GB/s\", latency=\"1us\"];"
    " b -- c [bandwidth=\"25GB/s\", latency=\"3us\"]; }";

}  // namespace

TEST_CASE("every collective takes as long on the Verilog as planned, on links with times",
          "[cli][link-times]") {
  const std::string network = " -n mesh --dims 3x2 --bandwidth 1/3,1/2 --latency 2cycles,1cycles";
  for (const char* collective : {"broadcast", "scatter", "gather", "allgather", "alltoall",
                                 "reduce", "reduce-scatter", "allreduce"}) {
    for (const char* ports : {"single", "multi"}) {
      CAPTURE(collective, ports);
      const Finished done = call(words("run --json - --seconds 0" + network) + "-c" + collective +
                                 "--messages 2 -p" + ports);
      REQUIRE(done.status == 0);
      const auto report = done.json();
      CHECK(report["hardware"]["cycles"] == report["plan"]["cycles"]);
      CHECK(report["trace_equals_plan"] == true);
    }
  }
}

TEST_CASE("a file's bandwidths and latencies make cycles of one duration", "[cli][link-times]") {
  const Folder folder;
  const std::string file = folder.write("three.dot", kThree);
  const Finished done = call(words("run --json - -c broadcast -p multi --chunk 1MB -n") + file);
  REQUIRE(done.status == 0);
  const auto report = done.json();
  // 1 us divides 10, 40, 1 and 3 us; b has the message after 11 cycles, c after 43 more.
  CHECK(report["scenario"]["cycle_seconds"].get<double>() == Approx(1e-6));
  CHECK(report["hardware"]["cycles"] == 54);
  CHECK(report["theory"]["optimal"] == true);
  CHECK(report["scenario"]["chunk"] == "1MB");
  CHECK_THAT(done.err, Contains("a cycle is 1 us"));
}

TEST_CASE("a network with bandwidths is measured and written", "[cli][link-times]") {
  const Folder folder;
  const std::string file = folder.write("three.dot", kThree);
  const Finished done = call(words("network --chunk 1MB -o - -n") + file);
  REQUIRE(done.status == 0);
  CHECK_THAT(done.out, Contains("latency=\"1cycles\"") && Contains("bandwidth=\"1/40\""));
  const Finished wrong = call(words("network -n torus --dims 4x4 --latency 3"));
  CHECK(wrong.status == 2);
  CHECK(wrong.one_line());
}

TEST_CASE("no more evaluations are counted than switches have cycles", "[cli][link-times]") {
  const Finished done = call(words(
      "run --json - -n mesh --dims 2x3 --bandwidth 1/4 --latency 2cycles -c allgather -p multi"));
  REQUIRE(done.status == 0);
  const auto cost = done.json()["cost"];
  CHECK(cost["evaluations"] > 0);
  CHECK(cost["evaluations"] <= cost["switch_cycles"]);
}

TEST_CASE("the table shows microseconds where a cycle has a duration", "[cli][link-times]") {
  const Folder folder;
  const std::string file = folder.write("three.dot", kThree);
  CHECK_THAT(call(words("plan -c broadcast -p multi --chunk 1MB -n") + file).out,
             Contains("microseconds") && Contains("54.0"));
  CHECK_THAT(call(words("plan -c broadcast -p multi -n ring --processors 4 --bandwidth 1/2")).out,
             !Contains("microseconds"));
}

TEST_CASE("a schedule for links with times is saved, checked and run again", "[cli][link-times]") {
  const Folder folder;
  const std::string file = folder.write("three.dot", kThree), plan = folder.file("three.plan");
  REQUIRE(call(words("plan -c allgather -p multi --chunk 1MB -o") + plan + "-n" + file).status ==
          0);
  CHECK_THAT(content(plan), Contains("edge a b 1 10 1") && Contains("edge b c 1 40 3"));
  CHECK(call(words("check") + plan).status == 0);
  CHECK(call(words("run") + plan).status == 0);
}

TEST_CASE("a schedule for times that are given with blanks is saved and checked",
          "[cli][link-times]") {
  const Folder folder;
  const std::string plan = folder.file("mesh.plan");
  const Words times{"--bandwidth", "25 GB/s", "--chunk", "1 MiB", "--cycle", "100 ns"};
  const Words mesh = words("plan -n mesh --dims 3x2 -c broadcast -p multi -o") + plan;
  REQUIRE(call(mesh + times).status == 0);
  CHECK(call(words("check") + plan).status == 0);
}

TEST_CASE("a message that comes before its link is free is seen by judge and Verilog",
          "[cli][link-times]") {
  const Folder folder;
  const std::string plan = folder.write(
      "early.plan",
      "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nedge a b 1 3 2\nports multi\n"
      "collective broadcast source 0 messages 2\nhops\n1 a b 0\n3 a b 1\nend\n");
  const Finished done = call(words("run --anyway --json -") + plan);
  CHECK(done.status == 1);
  const std::string text = done.json()["hardware"]["violations"].dump();
  CHECK_THAT(text, Contains("link-over-capacity") && Contains("gets a message while it is busy"));
}

TEST_CASE("a latency of links may be in cycles, one or several", "[cli][link-times]") {
  const auto cycles = [](const std::string& latency) {
    const auto command = "plan -c broadcast -n ring --processors 3 -p multi --json - --latency ";
    return call(words(command + latency)).json()["plan"]["cycles"];
  };
  // Both neighbours are one link away: a message takes a cycle of the link, and its latency.
  for (const std::string two : {"2cycles", "2cycle"}) CHECK(cycles(two) == 1 + 2);
}

TEST_CASE("what is wrong with bandwidths and latencies is said in one line", "[cli][link-times]") {
  const auto refused = [](const std::string& options, const std::string& reason) {
    const Finished done = call(words("plan -c broadcast -n ring --processors 4 " + options));
    CAPTURE(options, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains(reason));
  };
  refused("--bandwidth 25GB/s", "--chunk");
  refused("--bandwidth 25GB --chunk 1MB", "--bandwidth");
  refused("--bandwidth 0GB/s --chunk 1MB", "--bandwidth");
  refused("--bandwidth 1/2,1/3", "give one");
  refused("--latency 1us", "--cycle");
  refused("--chunk 1MB", "leave it out");
  refused("--cycle 1us", "leave it out");
  refused("--bandwidth 1/2 -p 2", "--ports");
  refused("--bandwidth 1/2 -a node-invariant", "node-invariant");
  const Finished complete =
      call(words("plan -c broadcast -n complete --processors 4 --bandwidth 1/2"));
  CHECK(complete.status == 2);
  CHECK(complete.one_line());
}
