// SPDX-License-Identifier: Apache-2.0
// Exchanges: arbitrary sets of messages, scheduled by search and run on the Verilog of several
// networks.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// Checks that the command runs on the hardware as planned; returns its cycles.
unsigned cycles_of_run(const std::string& command) {
  const Finished done = call(words("run --json - " + command));
  CAPTURE(command, done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["trace_equals_plan"] == true);
  CHECK(done.json()["hardware"]["delivered"] == done.json()["hardware"]["expected"]);
  return done.json()["hardware"]["cycles"];
}

const char* const kGroups =  // among eight processors
    "# two groups, a permutation of three, and a scatter\n"
    "from 0 to 1,2,3\nfrom 4 to 5,6,7\nfrom 1 to 2\nfrom 2 to 3\nfrom 3 to 1\n"
    "from 7 to 0\nfrom 7 to 1\n";
const char* const kMoves = "from 0 to 7\nfrom 1 to 6\nfrom 6 to 1\nfrom 7 to 0\nfrom 3 to 0\n";

}  // namespace

TEST_CASE("an exchange is scheduled and run on networks of all kinds", "[cli][exchange]") {
  const Folder folder;
  for (const char* messages : {kGroups, kMoves}) {
    const std::string demands =
        " -c exchange --seconds 2 --messages-from " + folder.write("m", messages);
    for (const std::string network :
         {"-n hypercube --dimensions 3 -p multi", "-n torus --dims 2x4 -p single", "-n dgx1 -p 2",
          "-n k-ary-n-tree --arity 2 --height 3 -p multi", "-k 2 -H 3 -p multi",
          "-k 2 -H 3 -p single", "-n star --symbols 4 -p multi",
          "-n de-bruijn --alphabet 2 --length 3 -p single"}) {
      cycles_of_run(network + demands);
    }
  }
}

TEST_CASE("a permutation of a hypercube takes as many cycles as it has dimensions",
          "[cli][exchange]") {
  const Folder folder;
  std::string opposite;
  for (int p = 0; p < 8; ++p) {
    opposite += "from p" + std::to_string(p) + " to p" + std::to_string(7 - p) + "\n";
  }
  const std::string command = "-n hypercube --dimensions 3 -p multi -c exchange --messages-from " +
                              folder.write("m", opposite);
  CHECK(cycles_of_run(command) == 3);
  const Finished planned = call(words("plan --json - " + command));
  CHECK(planned.json()["theory"]["optimal"] == true);
  CHECK(planned.json()["scenario"]["messages"] == 8);
}

TEST_CASE("an exchange that was planned runs from its file, and from its ROMs", "[cli][exchange]") {
  const Folder folder;
  const std::string demands = " -c exchange --messages-from " + folder.write("m", kGroups);
  const std::string plan = folder.file("plan");
  for (const std::string network : {"-n hypercube --dimensions 3 -p multi", "-k 2 -H 3 -p multi",
                                    "-n star --symbols 4 -p single"}) {
    const Finished planned = call(words("plan --json - " + network + demands + " -o " + plan));
    REQUIRE(planned.status == 0);
    CHECK(cycles_of_run(plan) == planned.json()["plan"]["cycles"]);
    CHECK(call(words("check " + plan)).status == 0);
  }
  const std::string roms = folder.file("roms");
  const std::string scenario = "-n mesh --dims 8 -p multi -a matching" + demands;
  REQUIRE(call(words("rom " + scenario + " -o " + roms)).status == 0);
  cycles_of_run(scenario + " --rom " + roms);
}

TEST_CASE("an exchange written by hand runs on a fully connected network", "[cli][exchange]") {
  const Folder folder;
  const std::string head = "romcast-schedule 1\nnetwork complete processors 4\nports single\n";
  const std::string messages =
      "collective exchange\nmessage 0 from 0 to 1,3\nmessage 1 from 2 to 0\n";
  CHECK(cycles_of_run(folder.write(
            "a", head + messages + "hops\n1 p0 p1 0\n1 p2 p0 1\n2 p1 p3 0\nend\n")) == 2);
  CHECK(cycles_of_run(folder.write(
            "b", head + "timing latency 3 overhead 1 gap 2\n" + messages +
                     "hops\n1 p0 p1 0\n1 p2 p3 1\n6 p1 p3 0\n6 p3 p0 1\nend\n")) == 10);
}

TEST_CASE("a missing, a doubled and an early hop of an exchange are refused", "[cli][exchange]") {
  const Folder folder;
  const auto status = [&](const std::string& hops) {
    return call(words("run " + folder.write("x",
                                            "romcast-schedule 1\nnetwork mesh dims 4\n"
                                            "ports multi\ncollective exchange\n"
                                            "message 0 from 0 to 1,2\nhops\n" +
                                                hops + "end\n")))
        .status;
  };
  CHECK(status("1 p0 p1 0\n2 p1 p2 0\n") == 0);
  CHECK(status("1 p0 p1 0\n") == 1);
  CHECK(status("1 p0 p1 0\n1 p1 p2 0\n") == 1);
  CHECK(status("1 p0 p1 0\n2 p0 p1 0\n2 p1 p2 0\n") == 1);
}

TEST_CASE("messages of an exchange that cannot be are refused with their place",
          "[cli][exchange]") {
  const Folder folder;
  const std::string command = "plan -n ring --processors 4 -c exchange --messages-from ";
  const std::string path = folder.write("m", "from 0 to 1\nfrom 0 to 9\n");
  CHECK_THAT(refusal(command + path), Contains("m:2: no node '9'; processors are p0 .. p3"));
  CHECK_THAT(refusal(command + folder.file("none")), Contains("cannot be read"));
  CHECK_THAT(refusal("plan -n ring --processors 4 -c exchange"),
             Contains("--messages-from is missing"));
  CHECK_THAT(refusal("plan -n ring --processors 4 -c gather --messages-from " + path),
             Contains("only an exchange"));
  CHECK_THAT(refusal(command + path + " --messages 2"), Contains("--messages 2"));
  CHECK_THAT(refusal("run -n complete --processors 4 -c exchange --messages-from " +
                     folder.write("m", "from 0 to 1\n")),
             Contains("--network complete has no algorithm for it"));
}

TEST_CASE("built-in patterns run as planned and stand in the result", "[cli][exchange]") {
  for (const char* pattern : {"transpose", "tornado", "random:3", "all-to-one:2"}) {
    const std::string scenario =
        std::string("-n torus --dims 3x3 -p multi -c exchange --seconds 1 --pattern ") + pattern;
    CHECK(cycles_of_run(scenario) > 0);
    CHECK(call(words("plan --json - " + scenario)).json()["scenario"]["pattern"] == pattern);
  }
}

TEST_CASE("patterns belong to exchanges without a file", "[cli][exchange]") {
  CHECK_THAT(refusal("plan -n ring --processors 6 -c alltoall --pattern shift"),
             Contains("only --collective exchange has patterns"));
  CHECK_THAT(refusal("plan -n ring --processors 6 -c exchange --pattern shift --messages-from x"),
             Contains("leave one out"));
  CHECK_THAT(refusal("plan -n ring --processors 6 -c exchange --pattern shuffle"),
             Contains("--pattern shuffle: needs a power of two"));
}
