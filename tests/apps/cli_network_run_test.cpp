// SPDX-License-Identifier: Apache-2.0
// Networks of many families on the Verilog: search, ROMs, stores.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

Finished run_soon(const std::string& scenario) {
  return call(words("run --json - --seconds 5 " + scenario));
}

}  // namespace

TEST_CASE("networks of many kinds run as planned, at cycles that are known") {
  // The cycles of hypercubes are from Bertsekas et al. 1991 and Johnsson & Ho 1989, those of dgx1
  // from the paper on SCCL (PPoPP 2021). The cycles of the others are lower bounds, from the
  // messages per link into a node (torus, ring), the nodes that two ports can reach (petersen), or
  // the largest distance (k-ary-n-tree).
  const std::vector<std::pair<std::string, unsigned>> known{
      {"-n hypercube --dimensions 4 -c alltoall -p multi", 8},
      {"-n hypercube --dimensions 3 -c alltoall -p single", 12},
      {"-n hypercube --dimensions 4 -c allgather -p multi", 4},
      {"-n dgx1 -c allgather -p multi --messages 2", 3},
      {"-n torus --dims 4x4 -c allgather -p multi", 4},
      {"-n ring --processors 7 -c allgather -p multi", 3},
      {"-n petersen -c broadcast -p 2", 3},
      {"-n k-ary-n-tree --arity 2 --height 2 -c broadcast -p multi", 4}};
  for (const auto& [scenario, cycles] : known) {
    CAPTURE(scenario);
    const Finished done = run_soon(scenario);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const auto report = done.json();
    CHECK(report["hardware"]["cycles"] == cycles);
    CHECK(report["trace_equals_plan"] == true);
    CHECK(report["hardware"]["depths"][0]["needed"] == report["plan"]["depths"][0]["needed"]);
  }
}

TEST_CASE("new families and expressions run on the Verilog in the cycles of their bounds") {
  // Allgathers with all ports. In the first five networks a node receives the messages of all other
  // nodes, one per link and cycle. Between two NDv2, 8 messages cross one link, and the last
  // message has two more hops. In the cluster, the switch of a GPU can send to this GPU from cycle
  // 2 on, the GPU's network card from cycle 4 on.
  const std::vector<std::pair<std::string, unsigned>> known{
      {"line(complete 4)", 4}, {"degree 2 (ring 4)", 2},      {"ring 3 x complete 4", 3},
      {"slim-fly 3", 4},       {"generalized-kautz 12 3", 4}, {"ndv2 2", 10},
      {"cluster 2 4", 6}};
  for (const auto& [network, cycles] : known) {
    CAPTURE(network);
    const Finished done =
        call(words("run --json - --seconds 5 -c allgather -p multi -n") + Words{network});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const auto report = done.json();
    CHECK(report["hardware"]["cycles"] == cycles);
    CHECK(report["trace_equals_plan"] == true);
  }
}

TEST_CASE("a plan on an expression is saved, judged and run from its file") {
  const Folder folder;
  const std::string file = folder.file("plan.txt");
  const Words network{"-n", "line(ring 4) x complete 2"};
  const Finished planned = call(words("plan -c alltoall -p multi -o " + file) + network);
  CAPTURE(planned.err);
  REQUIRE(planned.status == 0);
  CHECK(call(words("check " + file)).status == 0);
  const Finished done = call(words("run --json - " + file));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["scenario"]["expression"] == "line(ring_4)_x_complete_2");
  CHECK(done.json()["trace_equals_plan"] == true);
}

TEST_CASE("stores of any network are as deep as needed, and a place less overflows", "[long]") {
  for (const std::string scenario :
       {"-n torus --dims 3x3 -c alltoall -p multi -a matching",
        "-n mesh --dims 2x3 -c alltoall -p single -a matching",
        "-n k-ary-n-tree --arity 2 --height 2 -c alltoall -p multi -a matching",
        "-n de-bruijn --alphabet 2 --length 3 -c allgather -p multi -a matching"}) {
    const Finished done = run_soon(scenario);
    CAPTURE(scenario, done.err);
    REQUIRE(done.status == 0);
    unsigned need = 0;  // --queue-depth sets all queues
    const auto report = done.json();
    for (const auto& depth : report["plan"]["depths"]) {
      need = std::max(need, depth["needed"].get<unsigned>());
    }
    const auto with = [&](unsigned depth) {
      return run_soon(scenario + " --queue-depth " + std::to_string(depth));
    };
    CHECK(with(need).status == 0);
    const Finished less = with(need - 1);
    CHECK(less.status == 1);
    CHECK(less.json()["hardware"]["overflows"] > 0);
  }
}

TEST_CASE("ROMs of a network of any kind run from their folder") {
  const Folder folder;
  const std::string roms = folder.file("roms");
  const std::string scenario = "-n mesh --dims 3x3 -c alltoall -p multi -a matching";
  REQUIRE(call(words("rom --seconds 5 " + scenario + " -o " + roms)).status == 0);
  const Finished done = run_soon(scenario + " --rom " + roms);
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(done.json()["trace_equals_plan"] == true);
}

TEST_CASE("how long a plan was looked for makes no other scenario") {
  const Folder folder;
  const std::string roms = folder.file("roms");
  const std::string scenario = "-n torus --dims 4x4 -c allgather -p multi -a node-invariant";
  REQUIRE(call(words("rom --seconds 3 " + scenario + " -o " + roms)).status == 0);
  CHECK(call(words("run --seconds 4 " + scenario + " --rom " + roms)).status == 0);
}

TEST_CASE("a collective runs around broken links") {
  const Finished done = run_soon("-n ring --processors 6 -c broadcast -p multi --without p0-p1");
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["hardware"]["cycles"] == 5);  // now a path
}

TEST_CASE("a switch with forty links serves all of them, with one port or with all") {
  const Folder folder;
  std::string star = "graph {\n hub [role=switch];\n";
  for (int leaf = 0; leaf < 40; ++leaf) star += "p" + std::to_string(leaf) + " -- hub;\n";
  const std::string path = folder.write("star.dot", star + "}\n"), roms = folder.file("roms");
  // A broadcast reaches the hub in cycle 1, then the 39 other leaves: with all ports in cycle 2,
  // with one port in cycles 2 to 40. In a reduce the hub receives all values in cycle 1.
  const std::vector<std::pair<std::string, unsigned>> known{
      {"-c broadcast -p multi", 2}, {"-c broadcast -p single", 40}, {"-c reduce -p multi", 2}};
  for (const auto& [scenario, cycles] : known) {
    CAPTURE(scenario);
    const Finished done = run_soon("-n " + path + " " + scenario);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    CHECK(done.json()["hardware"]["cycles"] == cycles);
    CHECK(done.json()["trace_equals_plan"] == true);
  }
  REQUIRE(call(words("rom -n " + path + " -c broadcast -p multi -o " + roms)).status == 0);
  const Finished again = run_soon("-n " + path + " -c broadcast -p multi --rom " + roms);
  CAPTURE(again.err);
  REQUIRE(again.status == 0);
  CHECK(again.json()["hardware"]["cycles"] == 2);
}

TEST_CASE("twenty lanes carry twenty messages at once") {
  const Folder folder;
  const std::string path = folder.write("pair.dot", "graph { a -- b [lanes=20]; }\n");
  const Finished done = run_soon("-n " + path + " -c broadcast --messages 40 -p multi");
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["hardware"]["cycles"] == 2);
}

TEST_CASE("networks run whose switches are linked to endpoints only") {
  const Folder folder;
  const std::string rails =
      folder.write("rails.dot",
                   "graph { node [role=endpoint]; a; b; c; s [role=switch]; t [role=switch];\n"
                   "s -- {a b c} t -- {a b c} s -- t }\n");
  const std::string directed = folder.write(
      "directed.dot",
      "digraph { a [role=endpoint]; b [role=endpoint]; s [role=switch]; a -> s -> b -> a }\n");
  // Each of the three processors has two links, and receives over each link one message from two
  // hops away.
  const Finished done = run_soon("-n " + rails + " --without s-t -c allgather -p multi");
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["hardware"]["cycles"] == 2);
  CHECK(done.json()["theory"]["lower_bound"] == 2);
  CHECK(done.json()["scenario"]["cut_off"].empty());
  for (const char* collective : {"alltoall", "allreduce", "broadcast"}) {
    CAPTURE(collective);
    CHECK(run_soon("-n " + rails + " --without s-t -p multi -c " + collective).status == 0);
    CHECK(run_soon("-n " + directed + " -p single -c " + collective).status == 0);
  }
}

TEST_CASE("a network that falls apart is mended by --part, and notes go to standard error") {
  const Folder folder;
  const std::string islands =
      folder.write("islands.dot", "graph { a -- b [weight=3]; b -- c; c -- a; lone1 -- lone2 }\n");
  const Finished refused = call(words("network -n " + islands));
  CHECK(refused.status == 2);
  CHECK(refused.one_line());
  const Finished part = call(words("network --json - -n " + islands + " --part a"));
  CHECK(part.status == 0);
  CHECK(part.json()["processors"] == 3);
  CHECK_THAT(part.err, Contains("ignored attributes: weight") && Contains("lone1, lone2"));
  CHECK(run_soon("-n " + islands + " --part c -c allgather -p multi").status == 0);
}

TEST_CASE("nodes with more links than the hardware has are planned, not run") {
  const Folder folder;
  std::string star = "graph {\n";
  for (int leaf = 1; leaf <= 65; ++leaf) star += "a -- b" + std::to_string(leaf) + ";\n";
  const std::string path = folder.write("star.dot", star + "}\n");
  CHECK(call(words("plan -n " + path + " -c broadcast -p multi")).status == 0);
  const Finished done = run_soon("-n " + path + " -c broadcast -p multi");
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("65 links") && Contains("64"));
  CHECK(call(words("rom -n " + path + " -c broadcast -p multi -o " + folder.file("r"))).status ==
        2);
}
