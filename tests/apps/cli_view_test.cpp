// SPDX-License-Identifier: Apache-2.0
// `romcast view`: its inputs, outputs and errors. tests/view tests the page itself in a browser.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

// True if the build made the page. Without nodejs and npm there is no page, and `view` fails.
bool built() {
  return std::filesystem::exists(std::filesystem::path(ROMCAST_PROGRAM).parent_path() / "view" /
                                 "page.html");
}

json data_of(const std::string& page) {
  const std::string begin = "<script id=\"data\" type=\"application/json\">";
  const std::size_t at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

}  // namespace

TEST_CASE("a page can be made of a scenario, its schedule and its result alike", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  const Words scenario = words("-k 2 -H 2 -c allgather -p multi -a flooding");
  const auto page = [&](const Words& from, const char* name) {
    const Finished done = call((words("view") + ("-o " + folder.file(name))) + [&] {
      std::string text;
      for (const std::string& word : from) text += word + ' ';
      return text;
    }());
    CAPTURE(done.err);
    CHECK(done.status == 0);
    return data_of(content(folder.file(name)));
  };
  const json planned = page(scenario, "a.html");
  CHECK(planned["report"]["hardware"]["cycles"].is_null());
  std::string options;
  for (const std::string& word : scenario) options += word + ' ';
  REQUIRE(call(words("run " + options + "--save-plan " + folder.file("p.txt") + " --json " +
                     folder.file("r.json")))
              .status == 0);
  const json given = page({folder.file("p.txt")}, "b.html");
  const json measured = page({folder.file("r.json")}, "c.html");
  CHECK(given["hops"] == planned["hops"]);
  CHECK(measured["hops"] == planned["hops"]);
  CHECK(measured["report"]["hardware"]["cycles"] == planned["report"]["plan"]["cycles"]);
}

TEST_CASE("results with times of links and with bytes can be viewed", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  for (const char* scenario :
       {"-n torus --dims 3x3 -c allgather -p multi --latency 2cycles",
        "-n torus --dims 3x3 -c allgather -p multi --latency 2us --bandwidth 1Gbit/s --chunk 1kB",
        "-n torus --dims 3x3 -c allgather -p multi --latency 2us --cycle 0.3us",
        "-n complete --processors 4 --latency 6 --overhead 2 --gap 4 --gap-per-byte 0.5 "
        "--bytes 9 -c broadcast"}) {
    CAPTURE(scenario);
    const std::string result = folder.file("r.json");
    REQUIRE(call(words("plan --json " + result + " " + scenario)).status == 0);
    const Finished done = call(words("view " + result + " -o " + folder.file("a.html")));
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    CHECK(data_of(content(folder.file("a.html")))["report"]["scenario"] ==
          json::parse(content(result))["scenario"]);
  }
}

TEST_CASE("a page needs nothing from anywhere else", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  REQUIRE(call(words("view -k 2 -H 2 -c gather -o " + folder.file("a.html"))).status == 0);
  const std::string page = content(folder.file("a.html"));
  for (const char* outside : {"src=\"", "<link", "@import", "import("}) {
    CAPTURE(outside);
    CHECK(page.find(outside) == std::string::npos);
  }
}

TEST_CASE("a figure can be made alone, and says so where there is none", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  const std::string machine =
      "view -n complete --processors 8 --latency 6 --overhead 2 --gap 4 -c broadcast -o " +
      folder.file("a.svg");
  REQUIRE(call(words(machine + " --figure tree")).status == 0);
  const std::string tree = content(folder.file("a.svg"));
  for (const char* time : {">0<", ">10<", ">14<", ">18<", ">20<", ">22<", ">24<"}) {
    CAPTURE(time);  // as in Figure 1 of Karp, Sahay, Santos & Schauser 1993
    CHECK(tree.find(time) != std::string::npos);
  }
  for (const char* figure : {"space-time", "queues", "links", "deliveries", "loads", "depths"}) {
    CAPTURE(figure);
    const Finished done =
        call(words("view -k 2 -H 2 -c gather -o " + folder.file("b.svg") + " --figure " + figure));
    CHECK(done.status == 0);
    CHECK_THAT(content(folder.file("b.svg")), Contains("<svg") && Contains("</svg>"));
  }
  const Finished none =
      call(words("view -k 2 -H 2 -c gather --figure tree -o " + folder.file("c.svg")));
  CHECK(none.status == 2);
  CHECK(none.one_line());
  CHECK_FALSE(std::filesystem::exists(folder.file("c.svg")));
}

TEST_CASE("two files make one page with both runs", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  const std::string first = folder.file("a.json"), second = folder.file("b.txt");
  REQUIRE(call(words("plan -k 2 -H 2 -c alltoall -p multi -a greedy --json " + first)).status == 0);
  REQUIRE(call(words("plan -k 2 -H 2 -c alltoall -p multi -a pipelined -o " + second)).status == 0);
  const std::string both = "view " + first + " " + second + " -o ";
  REQUIRE(call(words(both + folder.file("a.html"))).status == 0);
  const json data = data_of(content(folder.file("a.html")));
  CHECK(data["schema"] == "romcast.views/1");
  REQUIRE(data["runs"].size() == 2);
  CHECK(data["runs"][0]["report"]["scenario"]["algorithm"] == "greedy");
  CHECK(data["runs"][1]["report"]["scenario"]["algorithm"] == "pipelined");
  const Finished figure = call(words(both + folder.file("a.svg")));
  CHECK(figure.status == 2);
  CHECK_THAT(figure.err, Contains("two runs make a page"));
}

TEST_CASE("a network is drawn alone, with the names of its nodes and colours of paper", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  REQUIRE(call(words("network -n torus --dims 4x3 -o " + folder.file("n.svg"))).status == 0);
  const std::string drawing = content(folder.file("n.svg"));
  CHECK_THAT(drawing, Contains(">p0<") && Contains(">p11<") && !Contains("var(--"));
}

TEST_CASE("names cannot end the data of a page", "[view]") {
  if (!built()) {
    WARN("skipped: built without nodejs");
    return;
  }
  const Folder folder;
  const std::string network =
      folder.write("n.dot", "graph { \"</script>\" -- b; b -- c; c -- \"</script>\" }\n");
  const Finished done =
      call(words("view -n " + network + " -c broadcast -p multi -o " + folder.file("a.html")));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(data_of(content(folder.file("a.html")))["network"]["names"][0] == "</script>");
}

TEST_CASE("what cannot be viewed is refused in a line", "[view]") {
  const Folder folder;
  const int missing = built() ? 2 : 3;
  const std::string page = " -o " + folder.file("a.html");
  for (const auto& [arguments, named] : std::vector<std::pair<std::string, std::string>>{
           {folder.write("x.json", "{}") + page, "x.json"},
           {folder.write("y.json", R"({"schema":"romcast.run/1","scenario":{"collective":3}})") +
                page,
            "y.json"},
           {folder.write("z.json", R"({"schema":1,"scenario":{}})") + page, "z.json"},
           {"-k 2 -H 2 -c gather --figure tree" + page, "--figure"},
           {"-k 2 -H 2 -c gather -o " + folder.file("a.png"), "a.png"},
           {"-k 2 -H 2 -c gather --figure cube -o " + folder.file("a.svg"), "--figure cube"},
           {"-k 1 -H 2 -c gather" + page, "--arity 1"}}) {
    CAPTURE(arguments);
    const Finished done = call(words("view " + arguments));
    CHECK((done.status == 2 || done.status == missing));
    CHECK(done.one_line());
    if (built()) CHECK_THAT(done.err, Contains(named));
  }
  CHECK_FALSE(std::filesystem::exists(folder.file("a.html")));
}
