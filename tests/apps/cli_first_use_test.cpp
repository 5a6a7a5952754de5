// SPDX-License-Identifier: Apache-2.0
// The first commands of a new user: an error names the nearest right word or the remedy, and help,
// lists and reports have correct words.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "apps/piped.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a word that is no command is told so, with the nearest and all of them") {
  CHECK_THAT(refusal("frobnicate"), Contains("frobnicate: no such command; give run, plan, check, "
                                             "rom, rtl, fabric, board, sweep, view, ") &&
                                        !Contains("did you mean"));
  CHECK_THAT(refusal("lsit"), Contains("lsit: no such command; did you mean list?"));
  CHECK_THAT(refusal("paln -k 2"), Contains("did you mean plan?"));
}

TEST_CASE("romcast alone shows its commands in groups and three lines to copy") {
  const Finished alone = call({});
  CHECK(alone.status == 2);
  CHECK(alone.out.empty());
  for (const char* part : {"give a command", "Plan and run:", "Hardware to take away:",
                           "  romcast plan -n torus", "  romcast run -k 4", "  romcast demo"}) {
    CHECK_THAT(alone.err, Contains(part));
  }
}

TEST_CASE("help prints the page of romcast or of a command") {
  CHECK(call(words("help")).out == call(words("--help")).out);
  CHECK(call(words("help plan")).out == call(words("plan --help")).out);
  CHECK(call(words("help plan")).status == 0);
  CHECK_THAT(refusal("help paln"), Contains("did you mean plan?"));
}

TEST_CASE("lines of help fit into 80 columns where there is no terminal") {
  for (const char* command : {"--help", "run --help", "sweep --help", "board --help"}) {
    std::istringstream help(call(words(command)).out);
    for (std::string line; std::getline(help, line);) {
      CAPTURE(command, line);
      CHECK(line.size() <= 80);
    }
  }
}

TEST_CASE("options whose values are numbers say so in the help") {
  const std::string help = call(words("run --help")).out;
  for (const char* option : {"--arity N", "--height N", "--symbols N", "--messages N",
                             "--seconds N", "--degree N|best", "--rom-words N"}) {
    CHECK_THAT(help, Contains(option));
  }
}

TEST_CASE("the root of a collective is --root or --source") {
  const std::string plan = "plan -n ring --processors 6 -c gather --json - ";
  CHECK(call(words(plan + "--root 4")).json()["plan"] ==
        call(words(plan + "--source 4")).json()["plan"]);
  CHECK(call(words(plan + "--root 4")).json()["scenario"]["source"] == 4);
}

TEST_CASE("star-graph is the star graph") {
  const std::string size = " --symbols 3 -c broadcast --json -";
  CHECK(call(words("plan -n star-graph" + size)).json()["scenario"] ==
        call(words("plan -n star" + size)).json()["scenario"]);
  CHECK_THAT(call(words("list")).out, Contains("star-graph (star)"));
}

TEST_CASE("a fat tree whose branches all have one link is said to be a complete tree") {
  const std::string plan = "plan -k 2 -H 2 -c gather";
  CHECK_THAT(call(words(plan)).err, Contains("a complete tree"));
  for (const char* capacity : {"constant", "exponential", "1,2"}) {
    CHECK(call(words(plan + " --capacity " + capacity)).err.empty());
  }
  CHECK(call(words("plan -k 4 -H 1 -c gather")).err.empty());  // one switch
}

TEST_CASE("the header of a table has only times that the network can have") {
  const auto header = [](const std::string& scenario) {
    const std::string out = call(words("plan " + scenario)).out;
    const std::size_t at = out.find("network ");
    return out.substr(at, out.find('\n', at) - at);
  };
  CHECK_THAT(header("-k 2 -H 2 -c gather"), !Contains("latency") && !Contains("startup"));
  CHECK_THAT(header("-n star --symbols 3 -c gather"),
             !Contains("latency") && Contains("startup 0"));
  CHECK_THAT(header("-n complete --processors 4 -c gather --latency 3"),
             Contains("latency 3") && !Contains("startup"));
}

TEST_CASE("an option that does not exist is told with the nearest one") {
  CHECK_THAT(refusal("plan -k 2 -H 2 -c gather --port multi"), Contains("did you mean --ports?"));
  CHECK_THAT(refusal("plan -k 2 -H 2 -c gather --mesages 4"),
             Contains("--mesages: romcast plan has no such option; did you mean --messages?"));
  CHECK_THAT(refusal("plan -k 2 -H 2 -c gather --mesages=4"),
             Contains("--mesages: ") && Contains("--messages?"));
  CHECK_THAT(refusal("list --jsno -"), Contains("--json?"));
  CHECK_THAT(refusal("check x --frobnicate"),
             Contains("--frobnicate: ") && Contains("romcast check --help"));
}

TEST_CASE("names that are nearly right are told with the right one") {
  const std::string plan = "plan -k 2 -H 2 ";
  CHECK_THAT(refusal(plan + "-c brodcast"), Contains("did you mean broadcast?"));
  CHECK_THAT(refusal(plan + "-c gather -a gredy"), Contains("did you mean greedy?"));
  CHECK_THAT(refusal(plan + "-c gather -n fattree"), Contains("did you mean fat-tree?"));
  CHECK_THAT(refusal(plan + "-c gather -p mutli"), Contains("did you mean multi?"));
  CHECK_THAT(refusal("list algoritms"), Contains("did you mean algorithms?"));
}

TEST_CASE("a collective that a network has not is told with the networks that have it") {
  CHECK_THAT(refusal("plan -n star --symbols 4 -c summation --operands 4"),
             Contains("--collective summation: --network star has no algorithm for it; "
                      "--network complete has"));
  CHECK_THAT(refusal("plan -k 2 -H 2 -c summation --operands 4"),
             Contains("; --network complete has"));
}

TEST_CASE("an option of another network is told with the network that has it") {
  CHECK_THAT(refusal("plan --processors 9 -c broadcast"),
             Contains("--processors 9: --network fat-tree has no such option; --network complete"));
}

TEST_CASE("a collective that a port model has not is told with the port models that have it") {
  CHECK_THAT(refusal("plan -n complete --processors 8 -c alltoall -p 2"),
             Contains("--ports 2: ") && Contains("give --ports single"));
}

TEST_CASE("several ports of fully connected processors are for broadcasts and allgathers") {
  CHECK_THAT(refusal("plan -n complete --processors 4 -c allgather -p multi"),
             Contains("; broadcasts and allgathers only)"));
  for (const std::string collective : {"broadcast", "allgather"}) {
    CHECK(call(words("plan -n complete --processors 4 -p 2 -c " + collective)).status == 0);
  }
}

TEST_CASE("what does not fit without an algorithm's name is not blamed on one") {
  CHECK_THAT(refusal("plan -n complete --processors 8 --latency 6 -c broadcast -a circulant"),
             Contains("--algorithm circulant: "));
  CHECK_THAT(refusal("plan -k 2 -H 2 -c summation --operands 4"), !Contains("--algorithm :"));
}

TEST_CASE("names of options and what they are stand apart in the list") {
  CHECK_THAT(call(words("list networks")).out, Contains("--processors  processors"));
}

TEST_CASE("the list says how an algorithm runs just as a run does") {
  // `logp`: algorithms of LogP machines; all others run in rounds. If two algorithms share a name,
  // the first one in the list runs in rounds.
  const std::set<std::string> logp{"optimal-tree",   "block-cyclic", "buffered",
                                   "single-sending", "tail",         "multi-sending"};
  std::set<std::string> names, controls;
  const json list = call(words("list algorithms --json -")).json();
  for (const json& a : list["algorithms"]) {
    if (a["network"] != "complete" || a["collective"] != "broadcast") continue;
    const std::string name = a["name"];
    const bool times = !names.insert(name).second || logp.contains(name);
    const bool single = a["ports"].front() == "single";
    const Finished done = call(Words{"run", "-n", "complete", "-c", "broadcast", "-a", name, "-p",
                                     single ? "single" : "3", "--json", "-"} +
                               "--processors 16 --messages 3" +
                               (!times   ? ""
                                : single ? "--latency 6 --overhead 2 --gap 4"
                                         : "--latency 6"));
    CAPTURE(name, times, done.err);
    if (done.err.find("does not fit here") != std::string::npos) continue;
    REQUIRE(done.status == 0);
    CHECK(done.json()["hardware"]["control"] == a["control"]);
    controls.insert(a["control"]);
  }
  CHECK(controls == std::set<std::string>{"rule", "rom"});
}

TEST_CASE("list takes --json without a file, and with one as ever") {
  const std::string all = call(words("list --json -")).out;
  CHECK(json::parse(all).contains("algorithms"));
  CHECK(call(words("list --json")).out == all);
  CHECK(call(words("list networks --json")).out == call(words("list networks --json -")).out);
  const Folder folder;
  CHECK(call({"list", "--json", folder.file("all")}).out.empty());
  CHECK(content(folder.file("all")) == all);
  CHECK_THAT(refusal("list --json networks"), Contains("romcast list networks --json"));
}

TEST_CASE("options in JSON are written with underscores, and as before") {
  const json scenario =
      call(words("plan -n star --symbols 4 -c alltoall -a direct --packet-cap 2 --json -"))
          .json()["scenario"];
  CHECK(scenario["packet_cap"] == 2);
  CHECK(scenario["packet-cap"] == "2");
  const std::string table =
      call(words("plan -n star --symbols 4 -c alltoall -a direct --packet-cap 2")).out;
  CHECK(times(table, ", packet_cap 2") == 1);
  CHECK(times(table, "packet-cap") == 0);
}

TEST_CASE("one of a kind is counted in the singular") {
  const Folder folder;
  const Finished done = call({"check", folder.write("none",
                                                    "romcast-schedule 1\n"
                                                    "network fat-tree arity 2 height 1\n"
                                                    "ports single\ncollective broadcast\n"
                                                    "hops\nend\n")});
  CHECK(done.status == 1);
  CHECK_THAT(done.err, Contains("the plan has 1 violation, ") && !Contains("1 violations"));
  const Finished rom =
      call(Words{"rom", "-o", folder.file("rom")} + "-n star --symbols 3 -c broadcast -p multi");
  CHECK(rom.status == 0);
  CHECK_THAT(rom.out, Contains("at most 1 word of "));
}

TEST_CASE("of a failed run the cause comes first and what follows from it last") {
  const Finished done =
      call(words("run -k 2 -H 4 -p multi -c allgather -a flooding --queue-depth 2 --json -"));
  CHECK(done.status == 1);
  const json failures = done.json()["failures"];
  CHECK_THAT(failures[0].get<std::string>(), Contains("too shallow"));
  std::size_t cause = 0, consequence = failures.size();
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const std::string text = failures[i];
    if (text.find("overflow") != std::string::npos) cause = i;
    const bool follows =
        text.starts_with("trace != plan") || text.find("delivered") != std::string::npos;
    if (follows) consequence = std::min(consequence, i);
    CHECK_THAT(text, !Contains("the formula says") && !Contains("lower bound"));
  }
  CHECK(cause > 0);
  CHECK(cause < consequence);
}

TEST_CASE("a schedule that loses messages says how many") {
  const Folder folder;
  const Finished none = call({"check", folder.write("none",
                                                    "romcast-schedule 1\n"
                                                    "network fat-tree arity 2 height 2\n"
                                                    "ports single\ncollective gather\n"
                                                    "hops\nend\n")});
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Contains("the plan has 3 violations, "));
}

TEST_CASE("a plan that is written as GOAL program draws no picture") {
  const Folder folder;
  const std::string plan = "plan -n complete --processors 8 -c allgather ";
  CHECK_THAT(call(words(plan)).out, Contains("p0 > p1"));
  const Finished written = call(words(plan + "--format goal -o " + folder.file("g")));
  CHECK(written.status == 0);
  CHECK_THAT(written.out, !Contains("p0 > p1") && Contains("verdict      pass"));
}

TEST_CASE("a picture that is too large is said to be left out, and why") {
  CHECK_THAT(call(words("plan -k 2 -H 2 -c gather --messages 60")).out,
             Contains("no picture: ") && Contains("150 columns"));
  CHECK_THAT(call(words("plan -n complete --processors 64 -c alltoall")).out,
             Contains("no picture: "));
  CHECK_THAT(call(words("plan -k 2 -H 2 -c gather")).out, !Contains("no picture"));
}

TEST_CASE("check reads a schedule from stdin") {
  const std::string plan = call(words("plan -k 2 -H 2 -c gather -o -")).out;
  const Finished done = call_piped(words("check - --json -"), plan);
  CHECK(done.status == 0);
  CHECK(done.json()["plan"]["cycles"] == 5);  // a gather from n = 4 leaves takes n + 1
  const Finished cut = call_piped(words("check -"), plan.substr(0, plan.size() - 5));
  CHECK(cut.status == 2);
  CHECK(cut.one_line());
  CHECK_THAT(cut.err, Contains("stdin:"));
  CHECK(call_piped(words("check -"), "").status == 2);
}

TEST_CASE("check and run tell a GOAL program by what stands in it") {
  const Folder folder;
  const std::string text =
      call(words("plan -n complete --processors 8 --latency 6 --overhead 2 --gap 4 -c broadcast "
                 "--format goal"))
          .out;
  const std::string path = folder.write("x", "// a comment\n\n/* another\n one */ " + text);
  const std::string times = " --latency 6 --overhead 2 --gap 4 --json -";
  for (const char* how : {"", " --format goal"}) {
    const Finished done = call(words("check " + path + how + times));
    CAPTURE(how, done.err);
    CHECK(done.status == 0);
    CHECK(done.json()["plan"]["cycles"] == 24);  // Karp et al., Figure 1
    const Finished piped = call_piped(words(std::string("check -") + how + times), text);
    CHECK(piped.status == 0);
    CHECK(piped.json()["plan"] == done.json()["plan"]);
  }
  const Finished run = call(words("run " + path + times));
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.json()["hardware"]["cycles"] == 24);
}

TEST_CASE("a file of the other format is told with the format that it has") {
  const Folder folder;
  const std::string plan = folder.file("plan");
  REQUIRE(call(words("plan -k 2 -H 2 -c gather -o " + plan)).status == 0);
  const std::string goal = folder.write("goal", "num_ranks 2\nrank 0 {\n}\nrank 1 {\n}\n");
  CHECK_THAT(refusal("check --format goal " + plan), Contains("--format schedule"));
  CHECK_THAT(refusal("check --format schedule " + goal), Contains("--format goal"));
  CHECK(call(words("run " + plan)).status == 0);
  CHECK_THAT(refusal("check --latency 6 " + plan), Contains("--latency") && Contains("GOAL"));
}

TEST_CASE("of a GOAL program it is told what is checked and what is not") {
  const Folder folder;
  // A broadcast among three ranks that omits the last one.
  const std::string path = folder.write(
      "g", "num_ranks 3\nrank 0 {\nsend 1b to 1\n}\nrank 1 {\nrecv 1b from 0\n}\nrank 2 {\n}\n");
  const Finished done = call({"check", path});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("not checked: ") && Contains("rank 2 takes no part"));
  CHECK_THAT(call({"check", path, "--json", "-"}).json()["plan"]["note"].get<std::string>(),
             Contains("not checked: ") && Contains("rank 2 takes no part"));
}

TEST_CASE("the help of demo tells how many tables there are") {
  for (const Words& help : {words("--help"), words("demo --help")}) {
    CHECK_THAT(call(help).out, !Contains("in one table") && Contains("four networks"));
  }
}

TEST_CASE("the version is told") {
  const Finished done = call({"--version"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Catch::StartsWith("romcast 0.2 (unreleased") && Catch::EndsWith(")\n"));
}
