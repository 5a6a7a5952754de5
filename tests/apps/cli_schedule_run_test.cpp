// SPDX-License-Identifier: Apache-2.0
// Schedule files, written by romcast or by hand, on the hardware of several kinds of networks.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// Scatter from leaf 0 of a tree with four leaves, the far leaves first. `last_two`: hops in which
// the root sends the two messages for the far leaves, in the order of arrival or in reverse.
std::string scatter(const char* last_two) {
  return std::string(
             "romcast-schedule 1\n"
             "network fat-tree arity 2 height 2 capacity constant\n"
             "ports multi\n"
             "collective scatter source 0 messages 1\n"
             "hops\n"
             "1 p0 s1.0 2\n2 s1.0 s2.0 2\n2 p0 s1.0 3\n3 p0 s1.0 1\n3 s1.0 s2.0 3\n4 s1.0 p1 1\n") +
         last_two + "7 s1.1 p3 3\n8 s1.1 p2 2\nend\n";
}

Finished printed_by(const std::string& command) { return call(words(command + " --json -")); }

}  // namespace

TEST_CASE("messages that meet on a half-duplex link are refused before they run") {
  const Folder folder;
  const auto hops = [&](const char* ports) {
    return fmt::format(
        "romcast-schedule 1\nnetwork ring processors 2\nports {}\n"
        "collective allgather source 0 messages 1\nhops\n1 p0 p1 0\n1 p1 p0 1\nend\n",
        ports);
  };
  CHECK(call(words("run " + folder.write("full", hops("multi")))).status == 0);
  const std::string half = folder.write("half", hops("half-multi"));
  for (const char* command : {"check ", "run "}) {
    const Finished done = call(words(command + half));
    CHECK(done.status == 1);
    CHECK_THAT(done.out, Contains("half-duplex"));
  }
  CHECK_THAT(refusal("plan -n complete --processors 4 -c broadcast -p half-single"),
             Contains("--ports half-single"));
}

TEST_CASE("the rules of fat trees run on other trees, with nodes that have stores") {
  for (const std::string network :
       {"-n tree --children 3,2 --capacity 2,1 ", "-n rooted-tree --parents 0,0,1,1,2 "}) {
    for (const std::string rule :
         {"-p single -c broadcast -a largest-first --messages 2",
          "-p single -c scatter -a "
          "furthest-first",
          "-p multi -c gather -a reversed-scatter", "-p single -c allgather -a upward-first",
          "-p single -c alltoall -a upward-first", "-p multi -c allgather -a flooding",
          "-p multi -c alltoall -a greedy"}) {
      CAPTURE(network, rule);
      const Finished done = printed_by("run " + network + rule);
      CHECK(done.status == 0);
      CHECK(done.json()["plan"]["cycles"] == done.json()["hardware"]["cycles"]);
    }
  }
}

TEST_CASE("half-duplex schedules run on nodes with stores") {
  for (const std::string scenario :
       {"-n fat-tree -k 2 -H 2 -p half-single -c alltoall -a half-duplex --of upward-first",
        "-n star --symbols 3 -p half-multi -c allgather -a matching",
        "-n tree --children 2,3 --capacity 1,2 -p half-multi -c alltoall -a half-duplex --of "
        "greedy",
        "-n collapsed-tree -k 2 -H 2 -p multi -c alltoall -a matching"}) {
    CAPTURE(scenario);
    const Finished done = printed_by("run " + scenario);
    CHECK(done.status == 0);
    CHECK(done.json()["plan"]["cycles"] == done.json()["hardware"]["cycles"]);
  }
}

TEST_CASE("a schedule that romcast wrote runs from its file as it did from its scenario") {
  const Folder folder;
  const std::string path = folder.file("plan");
  for (const std::string scenario :
       {"-k 2 -H 2 -c alltoall", "-k 2 -H 2 -c allgather -p multi", "-k 3 -H 2 -c gather",
        "-n star --symbols 4 -c alltoall -p multi", "-n star --symbols 4 -c broadcast",
        "-n complete --processors 9 -c broadcast --ports 2",
        "-n complete --processors 8 -c broadcast --latency 6 --overhead 2 --gap 4",
        "-n complete --processors 5 -c allreduce --latency 3"}) {
    CAPTURE(scenario);
    const Finished planned = printed_by("plan " + scenario + " -o " + path);
    REQUIRE(planned.status == 0);
    const Finished ran = printed_by("run " + path);
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.json()["trace_equals_plan"] == true);
    CHECK(ran.json()["hardware"]["control"] == "rom");
    CHECK(ran.json()["hardware"]["cycles"] == planned.json()["plan"]["cycles"]);
    CHECK(ran.json()["theory"]["lower_bound"] == planned.json()["theory"]["lower_bound"]);
  }
}

TEST_CASE("a schedule that no first-in first-out queue can run is run on stores") {
  const Folder folder;
  const std::string in_order = folder.write("a", scatter("5 s2.0 s1.1 2\n6 s2.0 s1.1 3\n"));
  const std::string overtaken = folder.write("b", scatter("5 s2.0 s1.1 3\n6 s2.0 s1.1 2\n"));
  for (const std::string& path : {in_order, overtaken}) {
    const Finished ran = printed_by("run " + path);
    CAPTURE(path, ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.json()["hardware"]["cycles"] == 8);
    CHECK(ran.json()["trace_equals_plan"] == true);
  }
  CHECK(printed_by("run " + overtaken).json()["hardware"]["depths"][0]["queue"] == "bank");
}

TEST_CASE("a leaf that sends on is judged as on stores where queues cannot follow") {
  const Folder folder;
  const std::string head =
      "romcast-schedule 1\nnetwork fat-tree arity 3 height 1\nports single\n"
      "collective broadcast source 0 messages 2\nhops\n1 p0 s1.0 0\n2 p0 s1.0 1\n";
  const std::string tail = "6 p1 s1.0 1\n7 s1.0 p2 1\nend\n";
  const std::string follows =
      folder.write("a", head + "3 s1.0 p1 0\n4 s1.0 p2 0\n5 s1.0 p1 1\n" + tail);
  CHECK(call(words("check " + follows)).status == 0);
  CHECK(call(words("run " + follows)).status == 0);
  // Message 1 overtakes message 0.
  const std::string overtakes =
      folder.write("b", head + "3 s1.0 p1 1\n4 s1.0 p1 0\n5 s1.0 p2 0\n" + tail);
  for (const char* command : {"check ", "run ", "rom -o x ", "rtl -o x "}) {
    const Finished done = call(words(command + overtakes));
    CAPTURE(command, done.err);
    CHECK(done.status == 1);
    CHECK_THAT(done.err, Contains("p1 sends message 1 to s1.0, but is an endpoint"));
  }
}

TEST_CASE("a copy that comes to a switch twice is judged as on stores where queues cannot follow") {
  const Folder folder;
  const std::string file = folder.write(
      "a",
      "romcast-schedule 1\nnetwork fat-tree arity 2 height 2 capacity 1,1\nports multi\n"
      "collective broadcast source 3 messages 1\nhops\n1 p3 s1.1 0\n2 s1.1 s2.0 0\n"
      "2 s1.1 p2 0\n3 s2.0 s1.0 0\n4 s1.0 p1 0\n5 s2.0 s1.0 0\n7 s1.0 p0 0\nend\n");
  for (const char* command : {"check ", "run ", "rom -o x ", "rtl -o x "}) {
    const Finished done = call(words(command + file));
    CAPTURE(command, done.err);
    CHECK(done.status == 1);
    CHECK_THAT(done.err, Contains("cycle 5: s1.0 receives message 0 again"));
  }
}

TEST_CASE("a schedule with more cycles than can be run is refused on every network") {
  const Folder folder;
  const std::vector<std::pair<std::string, std::string>> networks{
      {"mesh dims 2\nports multi\ncollective broadcast", "p0 p1"},
      {"mesh dims 2\nports multi\ncollective reduce", "p1 p0"},
      {"fat-tree arity 2 height 1 capacity constant\nports multi\ncollective scatter source 1",
       "s1.0 p0"},
      {"complete processors 3\nports single\ncollective reduce", "p1 p0"}};
  for (const auto& [network, ends] : networks) {
    const std::string more = network.starts_with("complete")   ? "1 p2 p0 0\n"
                             : network.starts_with("fat-tree") ? "1 p1 s1.0 0\n"
                                                               : "";
    const std::string file =
        folder.write("far", "romcast-schedule 1\nnetwork " + network + "\nhops\n" + more +
                                "4000000000 " + ends + " 0\nend\n");
    CHECK(call(words("check " + file)).status == 0);
    CHECK_THAT(refusal("run " + file), Contains("too many to run"));
  }
}

TEST_CASE("a given schedule that is illegal is refused, and run only if that is asked for") {
  const Folder folder;
  const std::string lost = folder.write("a",
                                        "romcast-schedule 1\nnetwork star symbols 3\nports multi\n"
                                        "collective broadcast source 0 messages 1\nhops\n"
                                        "1 123 213 0\n1 123 321 0\nend\n");
  const Finished refused = printed_by("run " + lost);
  CHECK(refused.status == 1);
  CHECK(refused.json()["plan"]["violation_count"] == 3);
  CHECK(refused.json()["hardware"]["cycles"].is_null());
  const Finished run = printed_by("run " + lost + " --anyway");
  CHECK(run.status == 1);
  CHECK(run.json()["hardware"]["delivered"] == 2);
  CHECK(run.json()["trace_equals_plan"] == true);
}

TEST_CASE("options that say what a schedule file says are refused") {
  const Folder folder;
  const std::string path = folder.file("plan");
  REQUIRE(call(words("plan -k 2 -H 2 -c gather -o " + path)).status == 0);
  for (const std::string option :
       {"-k 2", "-c gather", "--messages 2", "--latency 3", "-a greedy"}) {
    CAPTURE(option);
    CHECK_THAT(refusal("run " + path + " " + option), Contains("leave it out"));
  }
  CHECK_THAT(refusal("run " + path + " --control rule"), Contains("runs from ROMs"));
}

TEST_CASE("ROMs made of a schedule file are those of its plan") {
  const Folder folder;
  const std::string path = folder.file("plan"), roms = folder.file("roms");
  REQUIRE(call(words("plan -n star --symbols 4 -c alltoall -p multi -o " + path)).status == 0);
  CHECK(call(words("rom " + path + " -o " + roms)).status == 0);
  const Finished ran = printed_by("run " + path + " --rom " + roms);
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.json()["trace_equals_plan"] == true);
}

TEST_CASE("messages that a schedule holds back count as waiting in every switch") {
  const Folder folder;
  for (const std::string ports : {"single", "multi"}) {
    const std::string path =
        folder.write(ports,
                     "romcast-schedule 1\nnetwork fat-tree arity 2 height 1 capacity 1\n"
                     "ports " +
                         ports +
                         "\ncollective gather source 0 messages 1\nhops\n"
                         "1 p1 s1.0 1\n9 s1.0 p0 1\nend\n");
    const Finished ran = printed_by("run " + path);
    CAPTURE(ports, ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.json()["hardware"]["max_waiting"] == 1);
  }
}

TEST_CASE("the hardware's flags catch what a schedule may not do") {
  const Folder folder;
  const auto tried = [&](const std::string& header, const std::string& hops) {
    const std::string path = folder.write("s", "romcast-schedule 1\nnetwork ring processors 4\n" +
                                                   header + "hops\n" + hops + "end\n");
    CHECK(printed_by("run " + path).status == 1);
    const Finished done = printed_by("run " + path + " --anyway");
    CAPTURE(header, hops, done.err);
    CHECK(done.status == 1);
    return done.json()["hardware"];
  };
  const std::string broadcast = "ports multi\ncollective broadcast source 0 messages 1\n";
  const std::string gather = "ports single\ncollective gather source 0 messages 1\n";
  CHECK(tried(broadcast, "1 p1 p2 0\n2 p0 p1 0\n2 p0 p3 0\n")["underflows"] == 1);
  CHECK(tried(gather, "1 p1 p0 1\n1 p3 p0 3\n1 p2 p3 2\n2 p3 p0 2\n")["contentions"] == 1);
  CHECK(tried(gather + "queue store 1\n",
              "1 p1 p0 1\n2 p2 p3 2\n3 p3 p0 2\n4 p3 p0 3\n")["overflows"] == 1);
}

TEST_CASE("processors that are all neighbours pass on what others sent them") {
  // A ring allgather of n - 1 cycles, and Bruck's alltoall: for each power of two `bit` < n and
  // each d < n that has this bit, all messages from a processor s to processor (s + d) mod n move
  // on by `bit` processors in one cycle.
  const Folder folder;
  const unsigned n = 5;
  std::string ring =
      "romcast-schedule 1\nnetwork complete processors 5\nports single\n"
      "collective allgather source 0 messages 1\nhops\n";
  for (unsigned round = 0; round < n - 1; ++round) {
    for (unsigned p = 0; p < n; ++p) {
      ring += fmt::format("{} p{} p{} {}\n", round + 1, p, (p + 1) % n, (p + n - round) % n);
    }
  }
  std::string bruck =
      "romcast-schedule 1\nnetwork complete processors 5\nports single\n"
      "collective alltoall source 0 messages 1\nhops\n";
  unsigned cycle = 0;
  for (unsigned bit = 1; bit < n; bit *= 2) {
    for (unsigned d = bit; d < n; ++d) {
      if ((d & bit) == 0) continue;
      ++cycle;
      for (unsigned s = 0; s < n; ++s) {
        const unsigned at = (s + (d & (bit - 1))) % n;
        bruck += fmt::format("{} p{} p{} {}\n", cycle, at, (at + bit) % n, s * n + (s + d) % n);
      }
    }
  }
  for (const auto& [text, cycles] : {std::pair{ring, 4U}, {bruck, 5U}}) {
    const Finished run = call(Words{"run", folder.write("s.txt", text + "end\n"), "--json", "-"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.json()["hardware"]["cycles"] == cycles);
    CHECK(run.json()["trace_equals_plan"] == true);
  }
}
