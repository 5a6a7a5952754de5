// SPDX-License-Identifier: Apache-2.0
// Reduce on any network: planned, judged, and combined by the processors of the Verilog nodes.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

Finished run(const std::string& command) { return call(words("run --json - " + command)); }

}  // namespace

TEST_CASE("what nodes combine is listed for fat trees, too") {
  const Finished done = call(words("list -n fat-tree -c allreduce"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("portfolio") && Contains("rabenseifner"));
}

TEST_CASE("explain shows an algorithm that fully connected networks share with others") {
  const Finished done = call(words("explain reduce-broadcast -n complete --processors 8"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("p7 > p3"));  // the last processor of the tree sends first
}

TEST_CASE("explain takes other names of a collective") {
  for (const char* instance :
       {"combining -n complete --processors 5", "matching -n mesh --dims 2x2x2 -p multi"}) {
    const std::string command = std::string("explain ") + instance;
    const Finished done = call(words(command + " -c barrier"));
    INFO(instance << done.err);
    CHECK(done.status == 0);
    CHECK(done.out == call(words(command + " -c allreduce")).out);
  }
}

TEST_CASE("explain takes an expression that is a family as that family") {
  const std::string ring = "explain ring-by-ring -c allgather -p multi -n";
  const Finished done = call(words(ring) + Words{"torus 3x3"});
  INFO(done.err);
  CHECK(done.status == 0);
  CHECK(done.out == call(words(ring + " torus --dims 3x3")).out);
}

TEST_CASE("reduces on networks of all kinds run as planned, in cycles that are known",
          "[cli][reduce]") {
  const std::vector<std::pair<std::string, unsigned>> known{
      {"-n hypercube --dimensions 3 -p single", 3},
      {"-n hypercube --dimensions 3 -p multi --source 5", 3},
      {"-n mesh --dims 5 -p multi --messages 4", 7},
      {"-n mesh --dims 9 -p single --source 4", 5},
      {"-n petersen -p 2", 3},
      {"-n k-ary-n-tree --arity 2 --height 2 -p multi", 4},
      {"-k 2 -H 2 -p multi", 4},
      {"-k 2 -H 2 -p single", 4},  // switches of fat trees receive on all ports in one cycle
      {"-n star --symbols 3 -p single", 3}};
  for (const auto& [scenario, cycles] : known) {
    CAPTURE(scenario);
    const Finished done = run("-c reduce --seconds 3 " + scenario);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const auto report = done.json();
    CHECK(report["hardware"]["cycles"] == cycles);
    CHECK(report["theory"]["optimal"] == true);
    CHECK(report["trace_equals_plan"] == true);
    CHECK(report["hardware"]["control"] == "rom");
    CHECK(report["hardware"]["delivered"] == report["hardware"]["expected"]);
  }
}

TEST_CASE("many values and many ports are combined each on their own", "[cli][reduce]") {
  for (const std::string scenario :
       {"-n torus --dims 4x4 -p multi --messages 5", "-n dgx1 -p multi --messages 3 --source 6",
        "-n de-bruijn --alphabet 2 --length 4 -p single --messages 2",
        "-n dragonfly --routers 3 --global 1 -p 2 --messages 3"}) {
    CAPTURE(scenario);
    const Finished done = run("-c reduce -a matching " + scenario);
    CAPTURE(done.err);
    CHECK(done.status == 0);
    CHECK(done.json()["trace_equals_plan"] == true);
  }
}

TEST_CASE("a reduce that was planned runs from its file", "[cli][reduce]") {
  const Folder folder;
  const std::string plan = folder.file("plan"), trace = folder.file("trace");
  for (const std::string network : {"-n mesh --dims 3x3 -p single", "-k 2 -H 2 -p multi"}) {
    REQUIRE(call(words("plan " + network + " -c reduce --messages 2 -o " + plan)).status == 0);
    CHECK(call(words("check " + plan)).status == 0);
    const Finished done = run(plan + " --save-trace " + trace);
    CAPTURE(done.err);
    CHECK(done.status == 0);
    CHECK(done.json()["trace_equals_plan"] == true);
    CHECK(done.json()["theory"]["lower_bound"].is_number());
    CHECK(content(trace) == content(plan));
  }
}

TEST_CASE("a reduce that is wrong is refused, and the hardware sees it, too", "[cli][reduce]") {
  const Folder folder;
  const auto write = [&](const std::string& hops) {
    return folder.write("x",
                        "romcast-schedule 1\nnetwork mesh dims 3\nports multi\n"
                        "collective reduce source 0 messages 1\nhops\n" +
                            hops + "end\n");
  };
  CHECK(run(write("1 p2 p1 0\n2 p1 p0 0\n")).status == 0);
  const std::string early = "1 p1 p0 0\n2 p2 p1 0\n", missing = "1 p1 p0 0\n";
  const std::string twice = "1 p2 p1 0\n2 p1 p0 0\n3 p1 p0 0\n";
  for (const std::string& hops : {early, missing, twice}) {
    CAPTURE(hops);
    CHECK(call(words("check " + write(hops))).status == 1);
    CHECK(run(write(hops)).status == 1);
    const Finished anyway = run(write(hops) + " --anyway");
    CHECK(anyway.status == 1);
    CHECK_FALSE(anyway.json()["hardware"]["violations"].empty());
  }
  CHECK(run(write(early) + " --anyway").json()["hardware"]["underflows"] > 0);
  CHECK(run(write(twice) + " --anyway").json()["hardware"]["underflows"] > 0);
}

TEST_CASE("programs of a reduce run from a folder with the same figures", "[cli][reduce]") {
  for (const std::string scenario :
       {" -n torus --dims 3x3 -c reduce -p multi --messages 3", " -n mesh --dims 2x3 -c reduce"}) {
    const Folder folder;
    const std::string roms = folder.file("roms");
    const Finished made = call(Words{"rom", "-o", roms} + scenario);
    CAPTURE(scenario, made.err);
    REQUIRE(made.status == 0);
    const Finished done = call(Words{"run", "--rom", roms, "--json", "-"} + scenario);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const json fresh = call(Words{"run", "--json", "-"} + scenario).json();
    CHECK(done.json()["hardware"] == fresh["hardware"]);
    CHECK(done.json()["rom"] == fresh["rom"]);
    json manifest = json::parse(content(roms + "/manifest.json"));
    manifest["nodes"][1]["images"][0] = 99;
    (void)folder.write("roms/manifest.json", manifest.dump());
    const Finished refused = call(Words{"run", "--rom", roms} + scenario);
    CHECK(refused.status == 2);
    CHECK(refused.one_line());
    CHECK_THAT(refused.err, Contains("image 99; there are"));
  }
}

TEST_CASE("what a reduce does not have is refused", "[cli][reduce]") {
  for (const std::string option : {"--queue-depth 4", "--fit", "--control rule", "--audit"}) {
    const Finished done = call(words("run -n ring --processors 4 -c reduce " + option));
    CAPTURE(option, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
  }
}
