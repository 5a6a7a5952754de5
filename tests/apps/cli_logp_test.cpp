// SPDX-License-Identifier: Apache-2.0
// LogP machines and combining collectives on the command line.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

std::string refusal_of_plan(const std::string& more) {
  return refusal("plan --network complete --processors 8 " + more);
}

// The schedule of Karp et al., Figure 6, with this hop as the send of p2.
std::string figure6(const char* send_of_p2) {
  return std::string(
             "romcast-schedule 1\nnetwork complete processors 8\nports single\n"
             "collective summation source 0 operands 79\ntiming latency 5 overhead 2 gap 4\nhops\n"
             "1 p0 add 13\n17 p0 add 1\n21 p0 add 1\n25 p0 add 1\n1 p1 add 11\n15 p1 add 1\n"
             "1 p2 add 11\n1 p3 add 10\n1 p4 add 8\n1 p5 add 6\n1 p6 add 4\n1 p7 add 4\n"
             "19 p1 p0 0\n11 p3 p0 0\n7 p5 p0 0\n9 p4 p1 0\n5 p6 p1 0\n5 p7 p2 0\n") +
         send_of_p2 + "\nend\n";
}

const std::string kBuffered =
    "romcast-schedule 1\nnetwork complete processors 3\nports single\n"
    "collective broadcast source 0 messages 2\ntiming latency 2 overhead 0 gap 1 buffered\nhops\n"
    "1 p0 p1 0\n2 p1 p1 0\n3 p0 p2 1\n3 p1 p2 0\n4 p2 p2 0\n5 p2 p2 1\n4 p0 p1 1\n5 p1 p1 1\n"
    "end\n";

}  // namespace

TEST_CASE("impossible times of LogP machines are refused") {
  CHECK_THAT(refusal_of_plan("-c broadcast --latency 0"),
             Contains("--latency 0: ") && Contains("65535"));
  CHECK_THAT(refusal_of_plan("-c broadcast --latency 65536"), Contains("--latency 65536: "));
  CHECK_THAT(refusal_of_plan("-c broadcast --gap 0"), Contains("--gap 0: "));
  CHECK_THAT(refusal_of_plan("-c broadcast --overhead -1"), Contains("--overhead"));
}

TEST_CASE("only network complete has times of LogP machines, with several ports a latency alone") {
  CHECK_THAT(refusal_of_plan("-c broadcast --ports 2 --gap 3 --latency 3"),
             Contains("--gap 3 --ports 2: ") && Contains("--ports single"));
  CHECK_THAT(refusal_of_plan("-c broadcast --ports 2 --overhead 1"),
             Contains("--overhead 1 --ports 2: "));
  const Finished tree = call(words("plan -k 2 -H 2 -c broadcast --overhead 2"));
  CHECK(tree.status == 2);
  CHECK_THAT(tree.err, Contains("--overhead 2: ") && Contains("--network complete"));
  const Finished star = call(words("plan -n star --symbols 4 -c broadcast --gap 2"));
  CHECK(star.status == 2);
  CHECK_THAT(star.err, Contains("--gap 2: ") && Contains("--network complete"));
}

TEST_CASE("a program of more rows than the interface counts is refused in a line") {
  const Finished done = call(words("run -n complete --processors 3 -c allgather --messages 70000"));
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("70000 rows") && Contains("at most 65535"));
  CHECK_THAT(done.err, !Contains("--rom-words"));
}

TEST_CASE("an algorithm for rounds does not fit a LogP machine") {
  CHECK_THAT(refusal_of_plan("-c broadcast --latency 3 -a circulant"),
             Contains("--algorithm circulant: does not fit here") &&
                 Contains("latency 1, overhead 0 and gap 1"));
}

TEST_CASE(
    "only processors with one port combine on network complete, and only there do they sum up") {
  CHECK_THAT(refusal_of_plan("-c reduce --ports 2"),
             Contains("no reduce on --network complete is made for it"));
  const Finished tree = call(words("plan -k 2 -H 2 -c summation --operands 9"));
  CHECK(tree.status == 2);
  CHECK_THAT(tree.err, Contains("--collective summation: --network fat-tree has no algorithm"));
}

TEST_CASE("a summation needs operands or a time and nothing else has them") {
  CHECK_THAT(refusal_of_plan("-c summation"),
             Contains("--operands is missing") && Contains("--time"));
  CHECK_THAT(refusal_of_plan("-c summation --operands 0"), Contains("--operands 0: "));
  CHECK_THAT(refusal_of_plan("-c summation --time 0"), Contains("--time 0: "));
  CHECK_THAT(refusal_of_plan("-c summation --operands 9 --time 5"),
             Contains("--operands 9 --time 5: give one of them"));
  CHECK_THAT(refusal_of_plan("-c summation --operands 9 --messages 2"), Contains("--messages 2: "));
  CHECK_THAT(refusal_of_plan("-c reduce --operands 9"),
             Contains("--operands 9: only a summation has it"));
  CHECK_THAT(refusal_of_plan("-c alltoall --time 9"),
             Contains("--time 9: only a summation has it"));
}

TEST_CASE("the summation of Figure 6 is checked from a file") {
  const Folder folder;
  const std::string path = folder.write("plan", figure6("15 p2 p0 0"));
  const Finished done = call({"check", path, "--json", "-"});
  CHECK(done.status == 0);
  const json result = done.json();
  CHECK(result["plan"]["cycles"] == 28);
  CHECK(result["plan"]["delivered"] == 79);
  CHECK(result["plan"]["hops"] == 7);
  CHECK(result["plan"]["ordered"] == true);
  CHECK(result["plan"]["item_delay"].is_null());
  CHECK(result["scenario"]["operands"] == 79);
  CHECK(result["scenario"]["messages"].is_null());
  CHECK(result["scenario"]["latency"] == 5);
  CHECK(result["scenario"]["overhead"] == 2);
  CHECK(result["scenario"]["gap"] == 4);
  const Finished table = call({"check", path});
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("in order") && Contains("+13"));
}

TEST_CASE("what is wrong with a schedule of a LogP machine is named with processor and time") {
  const Folder folder;
  const Finished done = call({"check", folder.write("plan", figure6("14 p2 p0 0"))});
  CHECK(done.status == 1);
  CHECK_THAT(done.out, Contains("overheads-overlap: p2 sends message 0 to p0 at time 13 but is "
                                "busy until time 14"));
}

TEST_CASE("a buffered machine's queue and the delay of its items are reported") {
  const Folder folder;
  const json result = call({"check", folder.write("plan", kBuffered), "--json", "-"}).json();
  CHECK(result["verdict"] == "pass");
  CHECK(result["plan"]["cycles"] == 5);
  // Message 0 is sent to p1 at time 0, and p2 has it at time 4.
  CHECK(result["plan"]["item_delay"] == 4);
  CHECK(result["plan"]["ordered"].is_null());
  // Messages 0 and 1 both arrive at p2 at time 4; p2 takes one of them at that time.
  CHECK(result["plan"]["max_queue"] == 2);
  CHECK(result["plan"]["max_waiting"] == 1);
}

TEST_CASE("a broadcast is continuous if the option is named") {
  const std::string scenario =
      "plan --network complete --processors 30 -c broadcast --latency 3 --messages 9 --json - ";
  for (const char* option : {"--continuous", "--continuous on"}) {
    const Finished done = call(words(scenario + option));
    CAPTURE(option, done.err);
    CHECK(json::parse(done.out)["scenario"]["continuous"] == "on");
  }
  CHECK(json::parse(call(words(scenario)).out)["scenario"]["continuous"] == "off");
}

TEST_CASE("a barrier is an allreduce of one value: ceil(log2 P) rounds, every P") {
  for (const auto& [processors, rounds] : {std::pair{2, 1}, {5, 3}, {8, 3}, {9, 4}}) {
    CAPTURE(processors);
    const std::string scenario =
        "plan -n complete -c barrier --json - --processors " + std::to_string(processors);
    const json result = call(words(scenario)).json();
    CHECK(result["scenario"]["collective"] == "allreduce");
    CHECK(result["plan"]["cycles"] == rounds);
    CHECK(result["plan"]["delivered"] == processors * (processors - 1));
  }
  const Finished several = call(words("plan -n complete --processors 4 -c barrier --messages 2"));
  CHECK(several.status == 2);
  CHECK(several.one_line());
  CHECK_THAT(several.err, Contains("--messages 2: a barrier has one value"));
  CHECK_THAT(call(words("list -n complete -c barrier")).out, Contains("combining"));
}

TEST_CASE("processors that send and receive in the same cycle run once in it, however many") {
  for (const std::string scenario :
       {"complete --processors 100 -c allreduce", "complete --processors 100 -c reduce-scatter",
        "complete --processors 70 -c allgather --latency 1 --overhead 1 --gap 1",
        "complete --processors 140 -c summation --operands 900 --latency 2 --overhead 1 --gap 1",
        "complete --processors 140 -c alltoall --latency 1 --overhead 0 --gap 1",
        "torus --dims 12x12 -p multi -c reduce-scatter"}) {
    CAPTURE(scenario);
    const Finished done = call(words("run -n " + scenario));
    INFO(done.out + done.err);
    CHECK(done.status == 0);
  }
}

TEST_CASE("plans of LogP machines are what their files are judged to be") {
  const Folder folder;
  for (const std::string scenario :
       {"-c broadcast --latency 6 --overhead 2 --gap 4",
        "-c broadcast -a buffered --latency 3 "
        "--messages 9",
        "-c broadcast -a block-cyclic --latency 3 --messages 9", "-c allgather --latency 3",
        "-c alltoall --latency 3 --gap 2", "-c reduce --latency 2", "-c allreduce --latency 2",
        "-c summation --operands 50 --latency 2 --gap 2"}) {
    CAPTURE(scenario);
    const std::string file = folder.file("plan"), report = folder.file("json");
    const Finished planned = call(words("plan -n complete --processors 8 " + scenario) +
                                  ("-o " + file + " --json " + report));
    CHECK(planned.status == 0);
    json plan = json::parse(content(report))["plan"];
    json checked = call({"check", file, "--json", "-"}).json()["plan"];
    CHECK(plan["violations"].empty());
    CHECK(plan["delivered"] == plan["expected"]);
    plan.erase("depths");  // a file does not contain the built depths of queues
    checked.erase("depths");
    CHECK(checked == plan);
  }
}

TEST_CASE("the machine of Figure 6 adds 79 operands in 28 cycles") {
  const std::string figure =
      "plan -n complete --processors 8 -c summation --latency 5 --overhead 2 --gap 4 --json - ";
  for (const char* question : {"--time 28", "--operands 79"}) {
    const json result = call(words(figure + question)).json();
    CHECK(result["scenario"]["operands"] == 79);
    CHECK(result["plan"]["cycles"] == 28);
    CHECK(result["plan"]["delivered"] == 79);
  }
}

TEST_CASE("the machine of Figure 1 tells everybody in 24 cycles and hears from everybody in 24") {
  const std::string figure =
      "plan -n complete --processors 8 --latency 6 --overhead 2 --gap 4 --json - ";
  for (const char* collective : {"-c broadcast", "-c reduce", "-c reduce --source 3"}) {
    const json result = call(words(figure + collective)).json();
    CHECK(result["verdict"] == "pass");
    CHECK(result["plan"]["cycles"] == 24);
  }
}

TEST_CASE("times with units are counted in cycles, and what was rounded is told") {
  const auto run = [](const std::string& times) {
    return call(words("plan -n complete --processors 8 -c broadcast --json - " + times));
  };
  const Finished exact = run("--latency 0.6us --overhead 200ns --gap 0.4us --cycle 0.1us");
  REQUIRE(exact.status == 0);
  CHECK(exact.err.empty());
  CHECK(exact.json()["plan"]["cycles"] == 24);  // Karp et al., Figure 1
  CHECK(exact.json()["scenario"]["latency"] == 6);
  const Finished rounded = run("--latency 5us --overhead 1.24us --gap 2ms --cycle 0.1us");
  CHECK(rounded.json()["scenario"]["overhead"] == 12);
  CHECK(rounded.json()["scenario"]["gap"] == 20000);
  CHECK_THAT(rounded.err, Contains("note: --overhead 1.24us is 12.4 cycles of 0.1us, taken as 12"));
  // A latency that would be rounded to 0 cycles is taken as 1.
  CHECK(run("--latency 1ns --cycle 1us").json()["scenario"]["latency"] == 1);
}

TEST_CASE("halves of cycles are rounded up, whatever the unit") {
  const auto latency = [](const std::string& times) {
    const std::string command = "plan -n complete --processors 8 -c broadcast --json - ";
    return call(words(command + times)).json()["scenario"]["latency"];
  };
  for (const std::string unit : {"ns", "us", "ms", "s"}) {
    CHECK(latency(fmt::format("--latency 0.15{0} --cycle 0.1{0}", unit)) == 2);
    CHECK(latency(fmt::format("--latency 0.14999999{0} --cycle 0.1{0}", unit)) == 1);
  }
  // 50 bytes after the first take 50 * 0.29 = 14.5 cycles.
  CHECK(latency("--bytes 51 --gap-per-byte 0.29") == 1 + 15);
}

TEST_CASE("times that cannot be counted are refused") {
  const auto refused = [](const std::string& times) {
    const Finished done = call(words("plan -n complete --processors 8 -c broadcast " + times));
    CHECK(done.status == 2);
    CHECK(done.one_line());
    return done.err;
  };
  CHECK_THAT(refused("--latency 5us"), Contains("--cycle 0.1us"));
  CHECK_THAT(refused("--latency 5 --cycle 1us"), Contains("no other time has a unit"));
  CHECK_THAT(refused("--latency 5us --cycle 0us"), Contains("above 0"));
  CHECK_THAT(refused("--latency 5lightyears --cycle 1us"), Contains("ns, us, ms or s"));
  CHECK_THAT(refused("--latency us --cycle 1us"), Contains("--latency us"));
  CHECK_THAT(refused("--gap 1s --cycle 1ns"), Contains("at most 65535"));
  CHECK_THAT(refused("--gap 2.5 --cycle 1ns"), Contains("--gap 2.5"));
  for (const std::string endless : {"inf", "nan"}) {
    CHECK_THAT(refused("--latency 5us --cycle " + endless + "s"), Contains("ns, us, ms or s"));
    CHECK_THAT(refused("--cycle 1us --bytes 2 --gap-per-byte " + endless + "s"),
               Contains("ns, us, ms or s"));
  }
}

TEST_CASE("messages of many bytes hold their ports and come later, as LogGP has it") {
  const auto cycles = [](const std::string& more) {
    const Finished done =
        call(words("run -n complete --latency 6 --overhead 2 --gap 4 --json - " + more));
    REQUIRE(done.status == 0);
    CHECK(done.json()["hardware"]["cycles"] == done.json()["plan"]["cycles"]);
    return done.json()["hardware"]["cycles"].get<int>();
  };
  // Alexandrov et al. 1995: with the gap G per byte, a message of b bytes takes 2o + L + (b-1)G,
  // and a processor sends one every g + (b-1)G.
  CHECK(cycles("--processors 2 -c broadcast --bytes 17 --gap-per-byte 0.5") == 4 + 6 + 8);
  CHECK(cycles("--processors 8 -c scatter --bytes 17 --gap-per-byte 0.5") ==
        4 + 6 + 8 + 6 * (4 + 8));
  CHECK(cycles("--processors 8 -c scatter --bytes 1 --gap-per-byte 9") == 4 + 6 + 6 * 4);
}

TEST_CASE("what bytes cost is told, in numbers and in times") {
  const Finished done = call(words(
      "plan -n complete --processors 4 -c broadcast --json - --latency 2us --gap 1us --cycle 1us "
      "--gap-per-byte 0.4ns --bytes 10001"));
  REQUIRE(done.status == 0);
  CHECK_THAT(done.err, Contains("10001 bytes take 4 cycles longer: latency 6, gap 5"));
  const auto scenario = done.json()["scenario"];
  CHECK(scenario["bytes"] == 10001);
  CHECK(scenario["held"] == 4);
  CHECK(scenario["latency"] == 6);
  const auto refused = [](const std::string& times) {
    const Finished bad = call(words("plan -c broadcast -n complete --processors 8 " + times));
    CHECK(bad.status == 2);
    CHECK(bad.one_line());
    return bad.err;
  };
  CHECK_THAT(refused("--bytes 8"), Contains("--gap-per-byte 0.5"));
  CHECK_THAT(refused("--gap-per-byte 2"), Contains("--bytes 1024"));
  CHECK_THAT(refused("--gap-per-byte -2 --bytes 3"), Contains("cycles per byte"));
  CHECK_THAT(refused("--gap-per-byte 2 --bytes 1000000"), Contains("at most 65535"));
  CHECK_THAT(refused("--gap-per-byte 2us --bytes 10"), Contains("--cycle 0.1us"));
  const Finished tree = call(words("plan -k 2 -H 2 -c broadcast --gap-per-byte 2 --bytes 4"));
  CHECK(tree.one_line());
  CHECK_THAT(tree.err, Contains("--network complete has"));
}

TEST_CASE("messages are in transit for as many cycles as can be counted") {
  const Finished done = call(
      words("run -n complete --processors 8 --latency 65535 --overhead 20 --gap 300 -c broadcast "
            "--json -"));
  REQUIRE(done.status == 0);
  CHECK(done.json()["hardware"]["cycles"] == 65535 + 2 * 20 + 6 * 300);  // one send after another
  const Finished large =
      call(words("run -n complete --processors 8192 --latency 65535 -c broadcast"));
  CHECK(large.status == 2);
  CHECK_THAT(large.err, Contains("1024 MiB"));
}
