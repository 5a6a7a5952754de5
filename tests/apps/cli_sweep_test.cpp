// SPDX-License-Identifier: Apache-2.0
// `romcast sweep`: its points, skipped points, and continuation after any interruption.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>

#include "apps/program.hpp"
#include "apps/start.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

std::vector<json> rows_in(const std::string& path) {
  std::istringstream in(content(path));
  std::vector<json> all;
  for (std::string line; std::getline(in, line);) all.push_back(json::parse(line));
  return all;
}

std::set<std::string> values(const std::vector<json>& rows, const char* key) {
  std::set<std::string> found;
  for (const json& row : rows) found.insert(row["scenario"][key].dump());
  return found;
}

bool has_ended(int process) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == process;
}

}  // namespace

TEST_CASE("a sweep runs every combination as romcast run does", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.jsonl");
  const Finished done = call(words("sweep -k 2,3 -H 1..2 -c broadcast,gather -p multi -o " + path));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("8 points run"));
  const std::vector<json> rows = rows_in(path);
  REQUIRE(rows.size() == 8);
  std::set<std::string> ids;
  for (const json& row : rows) {
    ids.insert(row["id"]);
    const json& scenario = row["scenario"];
    const std::string options = "run -k " + scenario["arity"].dump() + " -H " +
                                scenario["height"].dump() + " -p multi --json - -c " +
                                scenario["collective"].get<std::string>();
    const json alone = call(words(options)).json();
    CHECK(row["hardware"] == alone["hardware"]);
    CHECK(row["theory"] == alone["theory"]);
  }
  CHECK(ids.size() == 8);
}

TEST_CASE("plans need no hardware, and all algorithms are those for the problem", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.jsonl");
  const Finished done = call(words("sweep --plan -k 2 -H 2 -c allgather -p all -a all -o " + path));
  CHECK(done.status == 0);
  const std::vector<json> rows = rows_in(path);
  CHECK(values(rows, "ports") == std::set<std::string>{"\"single\"", "\"multi\""});
  const auto algorithms = values(rows, "algorithm");
  CHECK(algorithms.contains("\"flooding\""));
  CHECK(algorithms.contains("\"turn-nearest-first\""));
  for (const json& row : rows) CHECK(row["hardware"]["cycles"].is_null());
}

TEST_CASE("what does not fit is skipped with its reason, and nothing else", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.csv");
  const Finished done = call(words("sweep --plan -k 1..3 -H 2 -c broadcast -o " + path));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("2 points run") && Contains("1 skipped"));
  CHECK_THAT(done.err, Contains("--arity 1") && Contains("skipped"));
}

TEST_CASE("a second call runs nothing again, under whatever names", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.csv");
  const Words first =
      words("sweep --plan -k 2 -H 2..3 -c allgather -p multi -a flooding -o " + path);
  REQUIRE(call(first).status == 0);
  const std::string before = content(path);
  CHECK_THAT(call(first).out, Contains("0 points run, 2 there already"));
  const Finished again = call(words(
      "sweep --plan --arity=2 -H2..3,3 --collective multinode-broadcast --ports multi -a flooding "
      "--source 0 --latency 1 -o " +
      path));
  CHECK_THAT(again.out, Contains("0 points run, 2 there already, 1 given twice"));
  CHECK(content(path) == before);
}

TEST_CASE("hardware is the same however its options are written", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.csv");
  const auto swept = [&](const std::string& hardware) {
    return call(words("sweep -k 2 -H 2 -c broadcast -o " + path + " " + hardware)).out;
  };
  CHECK_THAT(swept("--queue-depth 8 --dense"), Contains("1 point run"));
  for (const char* hardware : {"--dense --queue-depth 8", "--queue-depth 08 --dense",
                               "--dense --rom-words 65536 --queue-depth 8"}) {
    CAPTURE(hardware);
    CHECK_THAT(swept(hardware), Contains("0 points run, 1 there already"));
  }
  CHECK_THAT(swept("--queue-depth 9 --dense"), Contains("1 point run"));
}

TEST_CASE("a result of an earlier version keeps its id", "[sweep]") {
  const Folder folder;
  const std::string options = "-k 2 -H 2 -c broadcast --dense --queue-depth 8";
  // The id that commit 6e355342 gave this point.
  const std::string path = folder.write("r.csv", "point,id,verdict\nold,d7ff643114984f2e,pass\n");
  CHECK_THAT(call(words("sweep " + options + " -o " + path)).out,
             Contains("0 points run, 1 there already"));
}

TEST_CASE("a sweep whose points all were skipped before is refused again", "[sweep]") {
  const Folder folder;
  const Words command =
      words("sweep -k 2 -H 2 -c alltoall -p multi -a pipelined --control rom --rom-words 1 -o " +
            folder.file("r.csv"));
  for (int i = 0; i < 2; ++i) {
    const Finished done = call(command);
    CHECK(done.status == 2);
    CHECK_THAT(done.out, Contains("0 points run, 1 skipped"));
  }
}

TEST_CASE("a sweep leaves files alone that are no results", "[sweep]") {
  const Folder folder;
  for (const char* name : {"a.jsonl", "a.csv"}) {
    CAPTURE(name);
    const std::string mine = R"({"my":"data"})", path = folder.write(name, mine);
    for (const char* collective : {"broadcast", "nonsense"}) {
      const Finished done = call(words("sweep --plan -k 2 -H 2 -o " + path + " -c " + collective));
      CHECK(done.status == 2);
      CHECK(content(path) == mine);
    }
  }
}

TEST_CASE("a sweep without results leaves a link and no file", "[sweep]") {
  const Folder folder;
  const std::string link = folder.file("l.csv"), file = folder.file("t.csv");
  std::filesystem::create_symlink(file, link);
  CHECK(call(words("sweep --plan -k 2 -H 2 -c nonsense -o " + link)).status == 2);
  CHECK(std::filesystem::is_symlink(link));
  CHECK_FALSE(std::filesystem::exists(file));
  REQUIRE(call(words("sweep --plan -k 2 -H 2 -c broadcast -o " + link)).status == 0);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("results do not go into a folder of ROM images that the sweep reads", "[sweep]") {
  const Folder folder;
  const std::string roms = folder.file("roms"), scenario = "-k 2 -H 2 -c allgather --control rom ";
  REQUIRE(call(words("rom " + scenario + "-o " + roms)).status == 0);
  const std::string refused =
      refusal("sweep " + scenario + "--rom " + roms + " -o " + roms + "/r.csv");
  CHECK_THAT(refused, Contains("--rom"));
  CHECK_FALSE(std::filesystem::exists(roms + "/r.csv"));
}

TEST_CASE("a result is replaced once the network or the messages in its files change", "[sweep]") {
  const Folder folder;
  const std::string path = "graph { a -- b; b -- c; c -- d; }\n";
  const std::string star = "graph { a -- b; a -- c; a -- d; }\n";
  const std::string network = folder.write("net.dot", path);
  const std::string messages = folder.write("m.txt", "from a to d\n");
  for (const char* name : {"r.jsonl", "r.csv"}) {
    CAPTURE(name);
    const Words sweep =
        words("sweep --plan -n " + network + " -c exchange -p multi --messages-from " + messages +
              " -o " + folder.file(name));
    const auto figures = [&](const std::string& summary) {
      const Finished done = call(sweep);
      CAPTURE(done.err);
      CHECK(done.status == 0);
      CHECK(done.out == summary);
      return content(folder.file(name));
    };
    (void)folder.write("net.dot", path);
    (void)folder.write("m.txt", "from a to d\n");
    const std::string first = figures("1 point run\n");
    CHECK(figures("0 points run, 1 there already\n") == first);
    (void)folder.write("net.dot", star);  // from node a to node d: one hop, not three
    const std::string second = figures("1 point run, 1 replaced, as files have changed\n");
    CHECK(std::ranges::count(second, '\n') == std::ranges::count(first, '\n'));
    (void)folder.write("m.txt", "from b to c,d\n");
    const std::string third = figures("1 point run, 1 replaced, as files have changed\n");
    if (name == std::string("r.csv")) continue;
    CHECK(json::parse(first)["plan"]["cycles"] == 3);
    CHECK(json::parse(second)["plan"]["cycles"] == 1);
    CHECK(json::parse(third)["plan"]["cycles"] == 2);
  }
}

TEST_CASE("a changed file of flows makes the results of a sweep stale") {
  const Folder folder;
  const std::string flows = folder.write("flows.txt", "flow one from p0 to p1\n");
  const Words sweep = words("sweep --plan -n ring --processors 4 -p multi -a matching --flows " +
                            flows + " -o " + folder.file("r.jsonl"));
  CHECK(call(sweep).out == "1 point run\n");
  (void)folder.write("flows.txt", "flow one from p0 to p2\n");
  CHECK(call(sweep).out == "1 point run, 1 replaced, as files have changed\n");
  CHECK(json::parse(content(folder.file("r.jsonl")))["plan"]["cycles"] == 2);
}

TEST_CASE("a changed file leaves results of other points alone", "[sweep]") {
  const Folder folder;
  const std::string results = folder.file("r.jsonl");
  (void)folder.write("a.dot", "graph { a -- b; b -- c; }\n");
  (void)folder.write("b.dot", "graph { a -- b; b -- c; }\n");
  const Words sweep = words("sweep --plan -c broadcast -p multi -o " + results + " -n " +
                            folder.file("a.dot") + "," + folder.file("b.dot"));
  REQUIRE(call(words("sweep --plan -k 2 -H 2 -c gather -o " + results)).status == 0);
  CHECK(call(sweep).out == "2 points run\n");
  (void)folder.write("a.dot", "graph { a -- b; b -- c; c -- d; }\n");
  CHECK(call(sweep).out == "1 point run, 1 there already, 1 replaced, as files have changed\n");
  const std::vector<json> rows = rows_in(results);
  REQUIRE(rows.size() == 3);
  CHECK_FALSE(rows[0].contains("files"));
  CHECK(rows[1]["scenario"]["nodes"] == 3);
  CHECK(rows[2]["scenario"]["nodes"] == 4);
}

TEST_CASE("a result without fingerprint is run again if its point reads files", "[sweep]") {
  const Folder folder;
  const std::string results = folder.file("r.jsonl");
  const Words sweep = words("sweep --plan -c broadcast -p multi -o " + results + " -n " +
                            folder.write("a.dot", "graph { a -- b; b -- c; }\n"));
  REQUIRE(call(sweep).status == 0);
  json row = rows_in(results).at(0);
  REQUIRE(row.erase("files") == 1);
  static_cast<void>(folder.write("r.jsonl", row.dump() + "\n"));
  CHECK(call(sweep).out == "1 point run, 1 replaced, as files have changed\n");
  CHECK(rows_in(results).size() == 1);
}

TEST_CASE("a sweep that is killed leaves whole lines and goes on behind them", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.jsonl");
  const Words sweep =
      words("sweep --plan -k 2..4 -H 2..4 -c broadcast,gather,allgather -p multi -j 2 -o " + path);
  for (const int signal : {SIGKILL, SIGINT}) {
    const std::size_t before = content(path).size();
    const Finished ended = call(sweep, {.meanwhile = [&](int process) {
                                  while (content(path).size() <= before + 1 && !has_ended(process))
                                    ::usleep(500);
                                  ::kill(process, signal);
                                }});
    CAPTURE(ended.err);
    CHECK((ended.status == 1000 + signal || ended.status == 0));
  }
  const Finished done = call(sweep);
  CHECK(done.status == 0);
  const std::vector<json> rows = rows_in(path);
  CHECK(rows.size() == 27);
  std::set<std::string> ids;
  for (const json& row : rows) ids.insert(row["id"]);
  CHECK(ids.size() == 27);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a sweep that a signal ends before its first result leaves no file", "[sweep]") {
  const Folder folder;
  const auto end = [&](int process) {
    while (folder.entries() == 0 && !has_ended(process)) ::usleep(500);
    ::kill(process, SIGTERM);
  };
  const std::string sweep =
      "sweep --plan -n random-regular --processors 64 --out-degree 4 -c alltoall -p multi "
      "--seconds 30 -o ";
  CHECK(call(words(sweep + folder.file("r.csv")), {.meanwhile = end}).status == 1000 + SIGTERM);
  CHECK(folder.entries() == 0);
}

TEST_CASE("rows of nodes whose run was interrupted are written anew", "[sweep]") {
  for (const char* name : {"r.jsonl", "r.csv"}) {
    CAPTURE(name);
    const Folder folder;
    const std::string path = folder.file(name);
    const Words sweep = words("sweep --plan -k 2 -H 2 -c gather -p multi --per-node -o " + path);
    REQUIRE(call(sweep).status == 0);
    const std::string whole = content(path);
    const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
    (void)folder.write(name, whole.substr(0, last));  // the row of the run follows those of nodes
    CHECK_THAT(call(sweep).out, Contains("1 point run"));
    const std::string again = content(path);
    CHECK(std::ranges::count(again, '\n') == std::ranges::count(whole, '\n'));
    CHECK(again.substr(0, last) == whole.substr(0, last));
  }
}

TEST_CASE("without a file a sweep prints CSV", "[sweep]") {
  const Finished done = call(words("sweep --plan -k 2 -H 1,2 -c gather"));
  CHECK(done.status == 0);
  CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 3);
  CHECK_THAT(done.out, Contains("plan.cycles") && Contains("scenario.nodes"));
}

TEST_CASE("a plot has a curve for each value and the names of the figures", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.csv");
  const Finished done = call(words("sweep --plan -k 2..4 -H 2 -c gather,alltoall -p multi -o " +
                                   path + " --plot x=n,y=plan.cycles,by=collective"));
  if (done.status == 3) {
    WARN("skipped: built without nodejs");
    return;
  }
  CAPTURE(done.err);
  CHECK(done.status == 0);
  const std::string drawing = content(folder.file("r.svg"));
  for (const char* part : {"plan cycles", "nodes", ">gather<", ">alltoall<"}) {
    CAPTURE(part);
    CHECK(drawing.find(part) != std::string::npos);
  }
  for (const char* plot : {"x=n", "y=n,z=3", "x=n,y=nothing"}) {
    CAPTURE(plot);
    const Finished refused =
        call(words("sweep --plan -k 2 -H 2 -c gather -p multi -o " + path + " --plot " + plot));
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("--plot"));
  }
}

TEST_CASE("a plot refuses two results for one point of a curve and names the options that differ",
          "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("r.csv");
  const std::string sweep = "sweep --plan -k 2..4 -H 2 -c gather -p single,multi -o " + path +
                            " --plot x=n,y=plan.cycles";
  const Finished refused = call(words(sweep));
  if (refused.status == 3) {
    WARN("skipped: built without nodejs");
    return;
  }
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("two results for n 4, which differ in ports") &&
                              Contains("add by=ports, or where=ports=multi"));
  CHECK_FALSE(std::filesystem::exists(folder.file("r.svg")));
  for (const char* mended : {",by=ports", ",where=ports=multi"}) {
    CAPTURE(mended);
    CHECK(call(words(sweep + mended)).status == 0);
  }
  const Finished none = call(words(sweep + ",where=ports=many"));
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("no result has ports many"));
}

TEST_CASE("a plot names an option that only the second of two results has", "[sweep]") {
  const Folder folder;
  const std::string sweep = "sweep --plan -k 2 -H 2 -c gather -o " + folder.file("r.jsonl");
  REQUIRE(call(words(sweep)).status == 0);
  const Finished refused = call(words(sweep + " --fit --plot x=n,y=plan.cycles"));
  if (refused.status == 3) {
    WARN("skipped: built without nodejs");
    return;
  }
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("which differ in fit; add by=scenario.fit, or where=scenario.fit=none"));
  CHECK(call(words(sweep + " --plot x=n,y=plan.cycles,where=scenario.fit=none")).status == 0);
}

TEST_CASE("a plot of figures that are no numbers is refused", "[sweep]") {
  const Folder folder;
  for (const char* plot : {"r.svg", "r.html"}) {
    CAPTURE(plot);
    const Finished refused =
        call(words("sweep --plan -k 2 -H 2 -c gather -o " + folder.file("r.jsonl") +
                   " --plot x=collective,y=plan.cycles --plot-output " + folder.file(plot)));
    if (refused.status == 3) {
      WARN("skipped: built without nodejs");
      return;
    }
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("no result has a number for both x and y"));
    CHECK_FALSE(std::filesystem::exists(folder.file(plot)));
  }
}

TEST_CASE("curves of a plot differ in dashes and symbols, too", "[sweep]") {
  const Folder folder;
  const Finished done =
      call(words("sweep --plan -k 2..4 -H 2 -c gather,alltoall -p multi -o " +
                 folder.file("r.csv") + " --plot x=n,y=plan.cycles,by=collective"));
  if (done.status == 3) {
    WARN("skipped: built without nodejs");
    return;
  }
  CHECK_THAT(content(folder.file("r.svg")), Contains("stroke-dasharray") && !Contains("var(--"));
}

TEST_CASE("bad options of a sweep are refused in a line that names them", "[sweep]") {
  const Folder folder;
  const std::string to = " -o " + folder.file("r.csv");
  for (const auto& [options, named] : std::vector<std::pair<std::string, std::string>>{
           {"-k 2 -H 2 -c gather --aritie 3", "--aritie"},
           {"-k 2 -H 5..2 -c gather", "--height 5..2"},
           {"-k 2 -H 2 -c gather --json x.json", "--json"},
           {"-k 2 -k 3 -H 2 -c gather", "--arity"},
           {"-k 2 -H 2 -c gather stray", "stray"},
           {"-k 2 -H 2 -c", "--collective"},
           {"-k 2 -H 2 -c gather --control maybe", "--control"},
           {"-k 2 -H 2 -c nothing", "no point fits"}}) {
    CAPTURE(options);
    const Finished done = call(words("sweep " + options + to));
    CHECK(done.status == 2);
    CHECK_THAT(done.err, Contains(named));
  }
  CHECK(folder.entries() == 0);
}
