// SPDX-License-Identifier: Apache-2.0
// Star graphs on the command line: accepted and refused input, JSON, schedule files with start-ups.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const std::string kSymbols4 = "--network star --symbols 4 ";

std::string refusal_of_run(const std::string& more) { return refusal("run " + kSymbols4 + more); }

using Kinds = std::set<std::string>;

// Kinds of violations of a schedule with these hops on S_3, the star graph of three symbols, with
// one port, start-ups of 2 cycles and 1 cycle per message.
Kinds kinds(const std::string& collective, const std::string& hops) {
  const Folder folder;
  const std::string path = folder.write(
      "plan", "romcast-schedule 1\nnetwork star symbols 3\nports single\ncollective " + collective +
                  "\ntiming startup 2 per-message 1\nhops\n" + hops + "end\n");
  const Finished done = call({"check", path, "--json", "-"});
  CAPTURE(done.err);
  CHECK(done.status == 1);
  CHECK(done.one_line());
  Kinds result;
  const json report = done.json();
  for (const json& violation : report["plan"]["violations"]) result.insert(violation["kind"]);
  return result;
}

// Node 123 broadcasts on S_3, with start-ups of 2 cycles: 123 sends to 213 until cycle 3 and to
// 321 until cycle 6; 213 sends to 312 until cycle 6, 321 to 231 and 312 to 132 until cycle 9. With
// one port no broadcast is faster.
const std::string kBroadcast =
    "1 123 213 start\n3 123 213 0\n"
    "4 123 321 start\n6 123 321 0\n4 213 312 start\n6 213 312 0\n"
    "7 321 231 start\n9 321 231 0\n7 312 132 start\n9 312 132 0\n";

std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.erase(at, part.size());
}

}  // namespace

TEST_CASE("help tells of star graphs and packet times") {
  const std::string run = call(words("run --help")).out;
  for (const char* option : {"star", "--symbols", "--startup", "--per-message", "--packet-cap"}) {
    CHECK_THAT(run, Contains(option));
  }
  CHECK_THAT(call(words("list networks")).out, Contains("star"));
}

TEST_CASE("impossible star graphs are refused with what is allowed") {
  for (const char* symbols : {"2", "10", "x", "4.5", "-4", "4294967300"}) {
    CHECK_THAT(refusal(std::string("plan --network star -c alltoall --symbols ") + symbols),
               Contains("--symbols " + std::string(symbols) + ": ") && Contains("3 to 9"));
  }
  CHECK_THAT(refusal("plan --network star -c alltoall"), Contains("--symbols is missing"));
}

TEST_CASE("options of another network are refused") {
  CHECK_THAT(refusal_of_run("-c alltoall --arity 3"), Contains("--arity 3: "));
  CHECK_THAT(refusal("run -k 2 -H 2 -c gather --symbols 3"), Contains("--symbols 3: "));
  CHECK_THAT(refusal("run -k 2 -H 2 -c gather --startup 3"), Contains("--startup 3: "));
  CHECK_THAT(refusal("run -k 2 -H 2 -c gather --per-message 3"), Contains("--per-message 3: "));
}

TEST_CASE("packet times and packet caps out of range are refused") {
  CHECK_THAT(refusal_of_run("-c alltoall --per-message 0"), Contains("--per-message 0: "));
  CHECK_THAT(refusal_of_run("-c alltoall --per-message 65536"), Contains("1 to 65535"));
  CHECK_THAT(refusal_of_run("-c alltoall --startup 70000"), Contains("0 to 65535"));
  CHECK_THAT(refusal_of_run("-c alltoall --startup -1"), Contains("--startup"));
  CHECK_THAT(refusal_of_run("-c alltoall -a cyclic --packet-cap x"), Contains("--packet-cap x: "));
  CHECK_THAT(refusal_of_run("-c alltoall -a cyclic --packet-cap -1"), Contains("1 to 65535"));
  CHECK_THAT(refusal_of_run("-c alltoall -a cyclic --packet-cap 0"), Contains("1 to 65535"));
  CHECK_THAT(refusal_of_run("-c alltoall -a grouped --substars 2,3"), Contains("--substars 2,3: "));
  CHECK_THAT(refusal_of_run("-c alltoall -a cyclic --substars 2,1"), Contains("no such option"));
}

TEST_CASE("what memory or time cannot hold is refused before it is planned") {
  CHECK_THAT(refusal_of_run("-c alltoall --messages 99999999"), Contains("at least; at most"));
  CHECK_THAT(refusal_of_run("-c alltoall --messages 20000000"), Contains("--messages 20000000: "));
}

TEST_CASE("an algorithm without a local rule cannot be controlled by one") {
  CHECK_THAT(refusal_of_run("-c alltoall -a direct --control rule"),
             Contains("--control rule: direct has no local rule"));
  CHECK_THAT(refusal_of_run("-c alltoall --audit"), Contains("--audit: "));
}

TEST_CASE("a source that is no node is refused") {
  CHECK_THAT(refusal_of_run("-c broadcast --source 24"), Contains("--source 24: "));
}

TEST_CASE("stores that are too shallow overflow by ROM and by rule") {
  // At the end the store of every node holds all 4! messages.
  const std::string level = "run " + kSymbols4 + "-c allgather -a level --json - ";
  for (const char* control : {"--control rom", "--control rule"}) {
    const Finished done = call(words(level + control + " --queue-depth 23"));
    CAPTURE(control, done.err);
    CHECK(done.status == 1);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("--queue-depth 23: too shallow, level needs 24 slots"));
    CHECK(done.json()["hardware"]["overflows"] == 24);
    CHECK(call(words(level + control + " --queue-depth 24")).status == 0);
  }
}

TEST_CASE("the queue depth of a multi-port node is that of a bank") {
  // The 23 messages of the other nodes arrive through 3 ports: 8 of them through one port.
  const std::string tree = "run " + kSymbols4 + "-c allgather -a tree -p multi --queue-depth ";
  CHECK(call(words(tree + "8")).status == 0);
  CHECK(call(words(tree + "7")).status == 1);
}

TEST_CASE("a start-up and a message longer than one ROM word are run from two") {
  const Finished done =
      call(words("run --network star --symbols 3 -c alltoall -a grouped "
                 "--startup 65535 --per-message 2"));
  CHECK(done.status == 0);
}

TEST_CASE("a star graph that is too large to run is refused before it is planned") {
  CHECK_THAT(refusal("run --network star --symbols 9 -c allgather -a level"),
             Contains("362880 nodes") && Contains("65536"));
}

TEST_CASE("JSON of a star graph has the keys of the contract") {
  const json report = call(words("run " + kSymbols4 +
                                 "-c alltoall -a cyclic --startup 5 --per-message 2 --control rom "
                                 "--json -"))
                          .json();
  const json& scenario = report["scenario"];
  CHECK(scenario["network"] == "star");
  CHECK(scenario["symbols"] == 4);
  CHECK(scenario["startup"] == 5);
  CHECK(scenario["per_message"] == 2);
  CHECK(scenario["nodes"] == 24);
  CHECK(scenario["packet-cap"] == "auto");
  CHECK(scenario["control"] == "rom");
  CHECK(scenario["source"].is_null());
  CHECK_FALSE(scenario.contains("arity"));
  // With n = 4 symbols there are n^2 - 3n + 3 = 7 start-ups of 5 cycles; the distances to the other
  // nodes add up to 3*1 + 6*2 + 9*3 + 5*4 = 62, and each hop of a message takes 2 cycles.
  for (const char* part : {"plan", "hardware"}) CHECK(report[part]["cycles"] == 7 * 5 + 62 * 2);
  CHECK(report["theory"]["formula_cycles"] == 7 * 5 + 62 * 2);
  CHECK(report["hardware"]["hops"] == 24 * 62);
  CHECK(report["hardware"]["delivered"] == 24 * 23);
  CHECK(report["trace_equals_plan"] == true);
  CHECK(report["rom"]["images"] == 1);
  REQUIRE(report["hardware"]["queues"].size() == 1);
  CHECK(report["hardware"]["queues"][0]["max_up_fifo"].is_null());
  CHECK(report["verdict"] == "pass");
}

TEST_CASE("plan and trace with start-ups are judged clean and have the same hops") {
  const Folder folder;
  const std::string plan = folder.file("plan"), trace = folder.file("trace");
  for (const char* scenario :
       {"-c alltoall -a cyclic --startup 3 --per-message 2", "-c allgather -p multi --startup 4",
        "-c alltoall -a grouped --startup 1 --control rom --messages 2", "-c allgather",
        "-c broadcast --source 5 --startup 2"}) {
    CAPTURE(scenario);
    const Finished run =
        call(Words{"run", "--save-plan", plan, "--save-trace", trace, "--json", "-"} +
             (kSymbols4 + scenario));
    REQUIRE(run.status == 0);
    for (const std::string& path : {plan, trace}) {
      const Finished judged = call({"check", path, "--json", "-"});
      CHECK(judged.status == 0);
      CHECK(judged.err.empty());
      CHECK(judged.json()["plan"]["cycles"] == run.json()["plan"]["cycles"]);
      CHECK(judged.json()["scenario"]["startup"] == run.json()["scenario"]["startup"]);
    }
    CHECK(hops_of(content(plan)) == hops_of(content(trace)));
    CHECK(call({"check", plan}).status == 0);  // prints a table, and a picture or why there is none
  }
}

TEST_CASE("a waveform shows the node of a star graph that is named by its label") {
  const Folder folder;
  const std::string wave = folder.file("wave.vcd");
  const Finished done =
      call(Words{"run", "--wave", wave, "--wave-nodes", "3241"} + (kSymbols4 + "-c allgather"));
  CHECK(done.status == 0);
  CHECK_THAT(content(wave), Contains("$scope module n3241 $end") && Contains("out_start"));
  CHECK_THAT(content(wave), !Contains("n1234"));
  CHECK_THAT(refusal_of_run("-c allgather --wave x.vcd --wave-nodes 3244"),
             Contains("--wave-nodes 3244: "));
}

TEST_CASE("a broadcast on S_3 with start-ups is judged clean") {
  const Folder folder;
  const std::string path = folder.write(
      "plan",
      "romcast-schedule 1\nnetwork star symbols 3\nports single\ncollective broadcast\n"
      "timing startup 2 per-message 1\nhops\n" +
          kBroadcast + "end\n");
  const Finished done = call({"check", path, "--json", "-"});
  CHECK(done.status == 0);
  CHECK(done.json()["plan"]["cycles"] == 9);
}

TEST_CASE("planted faults in a star graph's schedule are named") {
  // 123 sends on two ports at the same time; 312 receives from 213 and 132 at the same time.
  CHECK(kinds("broadcast", without(kBroadcast, "4 123 321 start\n6 123 321 0\n") +
                               "2 123 321 start\n4 123 321 0\n")
            .contains("port-used-twice"));
  CHECK(kinds("broadcast", kBroadcast + "7 132 312 start\n9 132 312 0\n8 213 312 start\n"
                                        "10 213 312 0\n")
            .contains("port-used-twice"));
  // Two packets on one link.
  CHECK(kinds("broadcast messages 2", kBroadcast + "4 213 312 start\n6 213 312 1\n")
            .contains("link-over-capacity"));
  // 213 begins to forward the message while it still arrives.
  CHECK(kinds("broadcast", without(kBroadcast, "4 213 312 start\n6 213 312 0\n") +
                               "3 213 312 start\n5 213 312 0\n")
            .contains("sent-before-arrival"));
  CHECK(kinds("broadcast", without(kBroadcast, "7 312 132 start\n9 312 132 0\n")) ==
        Kinds{"message-lost"});
  CHECK(kinds("broadcast", kBroadcast + "10 321 231 start\n12 321 231 0\n") ==
        Kinds{"delivered-twice"});
}

TEST_CASE("a start-up that is not paid is a violation") {
  CHECK_FALSE(kinds("broadcast", without(kBroadcast, "7 312 132 start\n")).empty());
  CHECK_FALSE(kinds("broadcast", without(kBroadcast, "7 312 132 start\n9 312 132 0\n") +
                                     "8 312 132 start\n9 312 132 0\n")
                  .empty());
}

TEST_CASE("explain prints Table 1 of the paper for node 3241, and the rules") {
  const Finished done = call(
      words("explain grouped " + kSymbols4 + "--collective scatter --source 15 --substars 2,1"));
  CHECK(done.status == 0);
  for (const char* row :
       {"**12 3241 sends along 3,2,4 to 1432 in **32", "**13 3241 sends along 3,4 to 1234 in **34",
        "**31 3241 sends along 4 to 1243 in **43", "**43 3241 sends along 3,4,3 to 3214 in **14"}) {
    std::string out = done.out;
    for (std::size_t at = 0; (at = out.find("  ", at)) != std::string::npos;) out.erase(at, 1);
    CHECK_THAT(out, Contains(row));
  }
  for (const char* rule : {"R1 ", "R2 ", "R3 ", "R4 "}) CHECK_THAT(done.out, Contains(rule));
}

TEST_CASE("explain lists a row of Table 2 and draws Figure 5") {
  CHECK_THAT(call(words("explain star-table2-k9")).out, Contains("n=10: 577 (578)"));
  const std::string mesh = call(words("explain star-eq4")).out;
  CHECK_THAT(mesh, Contains("- 2341 - 3241 - 4231 - 2431 - 3421 - 4321 -"));
  CHECK_THAT(mesh, Contains("- 1234 - 2134 - 3124 - 1324 - 2314 - 3214 -"));
}
