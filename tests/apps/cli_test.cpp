// SPDX-License-Identifier: Apache-2.0
// Exit status, stdout and stderr of the command line, and its JSON.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

std::set<std::string> keys(const json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

// The algorithms that `romcast list` prints.
json algorithms() { return call(words("list algorithms --json -")).json()["algorithms"]; }

// The keys in `wanted` that the object lacks.
std::set<std::string> missing(const json& object, const std::set<std::string>& wanted) {
  std::set<std::string> result;
  for (const std::string& key : wanted) {
    if (!object.contains(key)) result.insert(key);
  }
  return result;
}

// Checks the keys of a report, which are the same for `run`, `plan` and `check`.
void check_keys(const json& report) {
  using Keys = std::set<std::string>;
  CHECK(missing(report, {"schema", "scenario", "theory", "plan", "hardware", "trace_equals_plan",
                         "rom", "cost", "verdict"}) == Keys{});
  CHECK(missing(report["scenario"],
                {"network", "arity", "height", "capacity", "ports", "collective", "algorithm",
                 "source", "messages", "nodes", "switches"}) == Keys{});
  CHECK(keys(report["theory"]) == Keys{"formula_cycles", "formula_source", "lower_bound",
                                       "lower_bound_source", "optimal", "optimal_by", "item_delay",
                                       "paper_cycles", "erratum"});
  CHECK(missing(report["plan"], {"cycles", "hops", "max_queue", "violations"}) == Keys{});
  CHECK(missing(report["hardware"],
                {"control", "cycles", "hops", "delivered", "expected", "max_queue", "max_waiting",
                 "queues", "overflows", "contentions", "violations"}) == Keys{});
  CHECK(missing(report["rom"], {"images", "words_max", "word_bits", "bits_total"}) == Keys{});
  CHECK(missing(report["cost"], {"switch_cycles", "evaluations", "cpu_seconds"}) == Keys{});
  CHECK(keys(report["cost"]["cpu_seconds"]) == Keys{"plan", "check", "cosimulate"});
  CHECK(report["schema"] == "romcast.run/1");
}

}  // namespace

TEST_CASE("a run that agrees has status 0, a table on stdout and nothing on stderr") {
  const Finished done =
      call(Words{"run"} + "--arity 2 --height 2 --capacity constant --collective gather");
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  CHECK_THAT(done.out, Contains("theory") && Contains("plan") && Contains("hardware"));
  CHECK_THAT(done.out, Contains("\nverdict      pass\n"));
}

TEST_CASE("JSON on stdout is alone there") {
  const Finished done = call(words("run -k 2 -H 2 -c gather --json -"));
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  const json report = done.json();
  check_keys(report);
  // Gather from n = 4 leaves: n + 1 cycles; one message takes 2 hops, and two take 4 hops each.
  CHECK(report["theory"]["formula_cycles"] == 5);
  CHECK(report["plan"]["cycles"] == 5);
  CHECK(report["hardware"]["cycles"] == 5);
  CHECK(report["hardware"]["hops"] == 10);
  CHECK(report["hardware"]["delivered"] == 3);
  CHECK(report["hardware"]["overflows"] == 0);
  CHECK(report["hardware"]["contentions"] == 0);
  CHECK(report["trace_equals_plan"] == true);
  CHECK(report["verdict"] == "pass");
  for (const json& level : report["hardware"]["queues"]) {
    CHECK(keys(level) == std::set<std::string>{"level", "max_queue", "max_waiting", "max_up_fifo",
                                               "max_down_fifo"});
  }
}

TEST_CASE("JSON in a file leaves the table on stdout") {
  const Folder folder;
  const Finished done =
      call(Words{"plan", "--json", folder.file("report")} + "-k 2 -H 2 -c gather");
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("verdict      pass"));
  check_keys(json::parse(content(folder.file("report"))));
  CHECK(folder.entries() == 1);
}

TEST_CASE("JSON is written to devices directly and through symbolic links") {
  const Folder folder;
  CHECK(call(words("list networks --json /dev/null")).status == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(call(words("list networks --json /dev/full")).status == 2);
  (void)folder.write("real", "old");
  std::filesystem::create_symlink(folder.file("real"), folder.file("link"));
  CHECK(call({"list", "networks", "--json", folder.file("link")}).status == 0);
  CHECK(std::filesystem::is_symlink(folder.file("link")));
  CHECK(json::parse(content(folder.file("real"))).contains("networks"));
}

TEST_CASE("a plan has the same keys, its hardware figures are null") {
  const json report = call(words("plan -k 3 -H 2 -c alltoall --json -")).json();
  check_keys(report);
  for (const char* key : {"control", "cycles", "hops", "overflows", "violations"}) {
    CHECK(report["hardware"][key].is_null());
  }
  CHECK(report["trace_equals_plan"].is_null());
  CHECK(report["rom"]["images"].is_null());
  CHECK(report["cost"]["cpu_seconds"]["cosimulate"].is_null());
  CHECK(report["theory"]["formula_cycles"] == 57);
  CHECK(report["theory"]["paper_cycles"] == 43);
  CHECK(report["theory"]["erratum"].is_string());
  CHECK(report["plan"]["cycles"] == 57);
  CHECK(report["verdict"] == "pass");
}

TEST_CASE("figures that theory does not have are null") {
  const json theory =
      call(words("plan -k 2 -H 3 -p multi -c alltoall -a greedy --order ascending --json -"))
          .json()["theory"];
  CHECK(theory["formula_cycles"].is_null());
  CHECK(theory["formula_source"].is_null());
  CHECK(theory["paper_cycles"].is_null());
  CHECK(theory["lower_bound"] == 21);
}

TEST_CASE("the scenario in JSON has every option job") {
  const json scenario =
      call(words("plan -k 3 -H 2 -p multi -c total-exchange --capacity exponential -a paper "
                 "--messages 2 --json -"))
          .json()["scenario"];
  CHECK(scenario["network"] == "fat-tree");
  CHECK(scenario["arity"] == 3);
  CHECK(scenario["height"] == 2);
  CHECK(scenario["capacity"] == "1,3");
  CHECK(scenario["ports"] == "multi");
  CHECK(scenario["collective"] == "alltoall");
  CHECK(scenario["algorithm"] == "pipelined");
  CHECK(scenario["source"].is_null());
  CHECK(scenario["messages"] == 2);
  CHECK(scenario["nodes"] == 9);
  CHECK(scenario["switches"] == 4);
}

TEST_CASE("local rules and ROMs give the same figures, a ROM reports its size") {
  const Words run = words("run -k 3 -H 2 -p multi -c allgather -a flooding --json -");
  const json rule = call(run + "--control rule").json(), rom = call(run + "--control rom").json();
  CHECK(rule["hardware"]["control"] == "rule");
  CHECK(rom["hardware"]["control"] == "rom");
  CHECK(rule["hardware"]["queues"] == rom["hardware"]["queues"]);
  CHECK(rule["hardware"]["cycles"] == rom["hardware"]["cycles"]);
  CHECK(rule["rom"]["images"].is_null());
  CHECK(rom["rom"]["images"] > 0);
  // With k = 3 and one link per channel, a word has 4 masks of 4 bits, 4 bits for the sends of 4
  // channels, and 18 bits of operation and argument.
  CHECK(rom["rom"]["word_bits"] == 16 + 4 + 18);
  CHECK(rom["verdict"] == "pass");
}

TEST_CASE("an audit of switches that never sleep changes nothing") {
  const Words run = words("run -k 2 -H 3 -p single -c allgather -a upward-first --audit");
  CHECK(call(run + "--control rom").status == 0);
  CHECK(call(run + "--control rule --dense").status == 0);
}

TEST_CASE("queues that are too shallow fail loudly and say how much is needed") {
  const Words run = words("run -k 2 -H 4 -p multi -c allgather -a flooding");
  const Finished done = call(run + "--queue-depth 2 --json -");
  CHECK(done.status == 1);
  // With arity k, a switch at level l below the root has at most k^l - k^(l-1) + 1 messages in its
  // upward queue and (k-1)k^(l-1) - 1 in a downward queue: 5 and 3 at level 3.
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("--queue-depth 2: too shallow, flooding needs 5 slots"));
  const json report = done.json();
  check_keys(report);
  CHECK(report["verdict"] == "fail");
  CHECK(report["hardware"]["overflows"] > 0);
  CHECK(report["trace_equals_plan"] == false);
  const Finished enough = call(run + "--queue-depth 5 --json -");
  CHECK(enough.status == 0);
  CHECK(enough.json()["hardware"]["overflows"] == 0);
  CHECK(enough.json()["scenario"]["queue_depth"] == 5);
}

TEST_CASE("a tool that is missing is status 3 and named in one line") {
  const Folder cache;
  const Finished done = call(words("run -k 2 -H 1 -c broadcast"),
                             {{"PATH", "/no/such/folder"}, {"ROMCAST_CACHE", cache.file("")}});
  CHECK(done.status == 3);
  CHECK(done.out.empty());
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("verilator") && Contains("apt-get install"));
}

TEST_CASE("a source folder that is missing is status 3 too") {
  const Finished done =
      call(words("run -k 2 -H 1 -c broadcast"), Environment{{"ROMCAST_ROOT", "/no/such/folder"}});
  CHECK(done.status == 3);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("ROMCAST_ROOT"));
}

TEST_CASE("plans need no tool") {
  const Folder cache;
  const Environment bare{{"PATH", "/no/such/folder"}, {"ROMCAST_CACHE", cache.file("")}};
  CHECK(call(words("plan -k 2 -H 2 -c broadcast"), bare).status == 0);
  CHECK(call(words("list"), bare).status == 0);
}

TEST_CASE("list names networks, collectives and algorithms, as text and as JSON") {
  const Finished all = call(words("list --all"));
  CHECK(all.status == 0);
  CHECK(all.err.empty());
  CHECK_THAT(all.out, Contains("fat-tree") && Contains("allgather") && Contains("upward-first"));
  CHECK_THAT(call(words("list collectives")).out, !Contains("fat-tree"));
  const json everything = call(words("list --json -")).json();
  CHECK(keys(everything) == std::set<std::string>{"networks", "collectives", "algorithms"});
  for (const std::string part : {"networks", "collectives", "algorithms"}) {
    const json one = call({"list", part, "--json", "-"}).json();
    CHECK(keys(one) == std::set<std::string>{part});
    CHECK(one[part] == everything[part]);
  }
  for (const json& algorithm : everything["algorithms"]) {
    CHECK(missing(algorithm, {"name", "aliases", "network", "collective", "ports", "control",
                              "summary", "source"}) == std::set<std::string>{});
  }
}

TEST_CASE("list alone is a page") {
  const std::string page = call({"list"}).out;
  CHECK(std::ranges::count(page, '\n') <= 50);
  for (const char* word :
       {"fat-tree", "rooted-tree", "allgather", "transpose", "list --all", "line(A)"}) {
    CHECK_THAT(page, Contains(word));
  }
}

TEST_CASE("every algorithm of the list can be planned under its name") {
  const std::map<std::string, std::string> sizes{{"fat-tree", "-k 2 -H 3 --capacity exponential"},
                                                 {"star", "--symbols 3"},
                                                 {"tree", "--children 2,3"},
                                                 {"rooted-tree", "--parents 0,0,1,1,2"}};
  for (const json& a : algorithms()) {
    if (!sizes.contains(a["network"])) continue;
    for (const json& ports : a["ports"]) {
      const Finished done =
          call(Words{"plan", "-n", a["network"], "-c", a["collective"], "-p",
                     ports == "K" ? json("2") : ports, "-a", a["name"], "--json", "-"} +
               sizes.at(a["network"]));
      CAPTURE(a["name"], done.err);
      if (done.err.find("processors are no power of") != std::string::npos) continue;
      if (a["name"] == "late-relay") continue;  // a node of a star graph has too few links
      CHECK(done.status == 0);
      CHECK(done.json()["scenario"]["algorithm"] == a["name"]);
    }
  }
}

TEST_CASE("the help of an option names every algorithm that has it, with its default") {
  const std::string help = call(words("run --help"), Environment{{"COLUMNS", "10000"}}).out;
  std::size_t options = 0;
  for (const json& algorithm : algorithms()) {
    for (const auto& [option, values] : algorithm["options"].items()) {
      ++options;
      const std::size_t at = help.find("\n  --" + option + " ");
      CAPTURE(option, algorithm["name"]);
      REQUIRE(at != std::string::npos);
      const std::string text = help.substr(at, help.find('\n', at + 1) - at);
      const std::size_t owner = text.find(algorithm["name"].get<std::string>());
      REQUIRE(owner != std::string::npos);
      const std::string usual = "(" + values[0].get<std::string>() + ")";
      CHECK(text.find(usual, owner) != std::string::npos);
    }
  }
  CHECK(options > 10);
}

TEST_CASE("barrier is a collective of the list, of completion and of what is suggested") {
  const json collectives = call(words("list collectives --json -")).json()["collectives"];
  CHECK(std::ranges::count(collectives, json("barrier")) == 1);
  CHECK_THAT(call({"list"}).out, Contains(" barrier"));
  CHECK_THAT(call(words("list collectives")).out, Contains(" barrier"));
  for (const char* shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    CHECK_THAT(call({"completion", shell}).out, Contains(" barrier"));
  }
  CHECK_THAT(call(words("plan -k 2 -H 2 -c barier")).err, Contains("did you mean barrier"));
  CHECK(call(words("list -c barrier --json -")).json() ==
        call(words("list -c allreduce --json -")).json());
}

TEST_CASE("completion knows the values of every option of an algorithm") {
  const std::string bash = call(words("completion bash")).out;
  std::size_t lists = 0;
  for (const json& algorithm : algorithms()) {
    for (const auto& [option, values] : algorithm["options"].items()) {
      if (values.size() < 2) continue;  // any text
      ++lists;
      const std::size_t at = bash.find("--" + option + ") words=");
      CAPTURE(option);
      REQUIRE(at != std::string::npos);
      const std::string line = bash.substr(at, bash.find('\n', at) - at);
      for (const json& value : values) CHECK_THAT(line, Contains(value.get<std::string>()));
    }
  }
  CHECK(lists >= 4);  // order, partners, tree, continuous
}

TEST_CASE("completion knows formats, boards, topics and the options of a sweep") {
  const std::string bash = call(words("completion bash")).out;
  const auto words_after = [&](const std::string& mark) {
    const std::size_t at = bash.find(mark);
    REQUIRE(at != std::string::npos);
    return bash.substr(at, bash.find('\n', at) - at);
  };
  CHECK_THAT(words_after("--format) words="), Contains("msccl"));
  CHECK_THAT(words_after("--board) words="), Contains("icebreaker"));
  CHECK_THAT(words_after("--pattern) words="), Contains("transpose"));
  CHECK_THAT(words_after("      sweep) words="), Contains("--network") && Contains("--plot"));
  CHECK_THAT(bash, Contains("networks collectives algorithms patterns claims"));
}

TEST_CASE("completion knows the values that an option has in its command") {
  const auto offered = [](const std::string& flag) {
    const std::string script = "source <(" ROMCAST_PROGRAM
                               " completion bash)\n"
                               "COMP_WORDS=(romcast " +
                               flag + " \"\"); COMP_CWORD=3; _romcast; echo ${COMPREPLY[@]}";
    const Folder folder;
    const std::string out = folder.file("out");
    REQUIRE(std::system(("bash -c '" + script + "' > " + out).c_str()) == 0);
    return content(out);
  };
  CHECK(offered("fabric --control") == "axi-lite wishbone\n");
  CHECK(offered("run --control") == "rule rom\n");
  CHECK(offered("fabric --format") == "schedule s4noc poseidon\n");
  CHECK(offered("plan --format") == "schedule goal msccl\n");
  CHECK(offered("sweep --control") == "rule rom\n");
  CHECK_THAT(offered("design --collective"), Contains("alltoall") && !Contains("broadcast"));
}

TEST_CASE("help names every algorithm that has an option") {
  const std::string help = call(words("run --help"), Environment{{"COLUMNS", "10000"}}).out;
  for (const json& algorithm : algorithms()) {
    for (const auto& [option, values] : algorithm["options"].items()) {
      CAPTURE(option);
      const std::size_t at = help.find("--" + option + " ");
      REQUIRE(at != std::string::npos);
      CHECK_THAT(help.substr(at, help.find('\n', at) - at),
                 Contains(algorithm["name"].get<std::string>()));
    }
  }
}

TEST_CASE("every command has help on stdout, status 0") {
  const Finished top = call({"--help"});
  CHECK(top.status == 0);
  CHECK(top.err.empty());
  for (const std::string command : {"run", "plan", "check", "rom", "list", "demo"}) {
    CAPTURE(command);
    CHECK_THAT(top.out, Contains(command));
    const Finished help = call({command, "--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, Contains("--help"));
  }
  const std::string run = call(words("run --help")).out;
  for (const char* option :
       {"--network", "--arity", "--height", "--capacity", "--ports", "--collective", "--algorithm",
        "--order", "--source", "--messages", "--queue-depth", "--control", "--rom-words", "--rom",
        "--json", "--save-plan", "--save-trace", "--wave", "--wave-nodes"}) {
    CHECK_THAT(run, Contains(option));
  }
}

TEST_CASE("switches of the largest arity are built, single-port ones too") {
  const Finished done = call(words("run -k 16 -H 1 -c broadcast -p single --json -"));
  CHECK(done.status == 0);
  CHECK(done.json()["trace_equals_plan"] == true);
}
