// SPDX-License-Identifier: Apache-2.0
// Schedules that repeat, from the command line: tables, flows, files, seams, tables of S4NoC and
// Poseidon.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

const std::string kTorus = "-n torus --dims 3x3 --tiles -p multi ";
const std::string kMesh = "-n mesh --dims 3x3 --tiles -p multi ";
const char* const kLines =
    "flow camera from p0 to p5,p6 words 4 latency 40\nflow motor from p3 to p0 latency 12\n";

nlohmann::json json_of(const std::string& command) {
  const Finished done = call(words(command + " --json -"));
  CAPTURE(command, done.err);
  REQUIRE(done.status == 0);
  return done.json();
}

}  // namespace

TEST_CASE("a plan has a period, its bound, and a file that is judged", "[cli][periodic]") {
  const Folder folder;
  const std::string file = folder.file("table");
  const auto plan = json_of("plan " + kTorus + "-c alltoall --period 9 -o " + file);
  CHECK(plan["plan"]["period"]["cycles"] == 9);
  CHECK(plan["plan"]["period"]["waits"] == 0);
  CHECK(plan["plan"]["period"]["flows"].empty());
  CHECK(plan["theory"]["period_bound"] == 8);
  CHECK(plan["theory"]["period_optimal"].is_null());
  CHECK_THAT(content(file), Contains("\nperiod 9\n"));
  const auto checked = json_of("check " + file);
  CHECK(checked["plan"]["period"]["cycles"] == 9);
  CHECK(checked["verdict"] == "pass");
  // A shorter period conflicts.
  std::string shorter = content(file);
  shorter.replace(shorter.find("period 9"), 8, "period 7");
  const Finished fails = call({"check", folder.write("shorter", shorter)});
  CHECK(fails.status == 1);
  CHECK_THAT(fails.err, Contains("the same slot of a period of 7"));
}

TEST_CASE("a frame runs on the hardware", "[cli][periodic]") {
  const Folder folder;
  const std::string plan = folder.file("plan"), trace = folder.file("trace");
  const auto run = json_of(
      "run -n mesh --dims 2x2 --tiles -p multi -c alltoall --period auto --slots-waiting 1 "
      "--seconds 2 --save-plan " +
      plan + " --save-trace " + trace);
  CHECK_THAT(content(trace), Contains("\nperiod 3"));
  CHECK(content(trace) == content(plan));
  CHECK(run["trace_equals_plan"] == true);
  CHECK(run["scenario"]["slots_waiting"] == 1);
  CHECK(!run["scenario"].contains("slots-waiting"));
  CHECK(run["plan"]["period"]["cycles"] == 3);
  CHECK(run["theory"]["period_optimal"] == true);
}

TEST_CASE("collectives repeat on fat trees", "[cli][periodic][slow]") {
  const Folder folder;
  const std::string file = folder.file("table");
  // Each half of the leaves sends 2 * 2 words to the other half, over one link.
  const auto plan =
      json_of("plan -n fat-tree -k 2 -H 2 -p multi -c alltoall --period auto -o " + file);
  CHECK(plan["plan"]["period"]["cycles"] == 4);
  CHECK(plan["theory"]["period_bound"] == 4);
  CHECK(json_of("check " + file)["verdict"] == "pass");
  for (const std::string collective : {"broadcast", "scatter", "gather", "allgather"}) {
    CAPTURE(collective);
    CHECK(json_of("plan -n fat-tree -k 2 -H 2 -p multi --period auto -c " +
                  collective)["verdict"] == "pass");
  }
}

TEST_CASE("tiles of a star graph repeat after as many cycles as there are", "[cli][periodic]") {
  // With a period of 5 cycles, which is the bound, the lengths of all paths would have to add up to
  // 0 modulo 5.
  const auto plan = json_of("plan -n star --symbols 3 --tiles -p multi -c alltoall --period auto");
  CHECK(plan["plan"]["period"]["cycles"] == 6);
  CHECK(plan["theory"]["period_bound"] == 5);
}

TEST_CASE("collectives that combine repeat as reductions", "[cli][periodic]") {
  const auto plan = json_of("plan " + kTorus + "-c reduce-scatter --period auto --seconds 1");
  CHECK(plan["scenario"]["collective"] == "exchange");
  const auto& rows = plan["plan"]["period"]["flows"];
  REQUIRE(rows.size() == 9);
  CHECK(rows[8]["name"] == "reduce8");
  CHECK_THAT(call(words("plan " + kTorus + "-c reduce --period auto --seconds 1")).out,
             !Contains("with own"));
  CHECK_THAT(refusal("plan " + kTorus + "-c summation --period auto"),
             Contains("--collective summation: frames combine a word of each source"));
  for (const std::string period : {"1", "2"}) {
    CHECK_THAT(refusal("plan " + kTorus + "-c allreduce --period " + period),
               Contains("--period " + period) && Contains("give 3 or more"));
  }
}

TEST_CASE("a reduction to one processor repeats as soon as one to all", "[cli][periodic]") {
  // All slots in which a word may enter the fabric must lie in one frame, so a frame has at least
  // Reductions::kLeastPeriod = 3 slots.
  const std::string tree = "-n fat-tree -k 2 -H 3 -p multi ";
  for (const std::string collective : {"reduce", "allreduce"}) {
    CAPTURE(collective);
    const auto plan = json_of("plan " + tree + "-a periodic -c " + collective);
    CHECK(plan["plan"]["period"]["cycles"] == 3);
  }
}

TEST_CASE("a source of a star graph may be named", "[cli][periodic]") {
  for (const std::string tiles : {"", "--tiles "}) {
    const auto plan =
        json_of("plan -n star --symbols 3 -c broadcast -p multi " + tiles + "--source 213");
    CHECK(plan["scenario"]["source"] == 2);
  }
  CHECK_THAT(refusal("plan -n star --symbols 3 -c broadcast --source 7"), Contains("0..5"));
}

TEST_CASE("flows have rows, and bounds on latency", "[cli][periodic]") {
  const Folder folder;
  const std::string flows = folder.write("flows", kLines);
  const auto plan = json_of("plan " + kMesh + "--period auto --flows " + flows);
  CHECK(plan["scenario"]["collective"] == "exchange");
  CHECK(plan["plan"]["period"]["cycles"] == 4);  // words of the camera
  const auto& rows = plan["plan"]["period"]["flows"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["name"] == "camera");
  CHECK(rows[0]["words"] == 4);
  CHECK(rows[1]["latency_bound"] == 12);
  CHECK(rows[1]["latency"] <= 12);
  const Finished table = call(words("plan " + kMesh + "--period 4 --flows " + flows));
  CHECK_THAT(table.out, Contains("camera") && Contains("motor"));
}

TEST_CASE("wrong periods and flows are refused with a line", "[cli][periodic]") {
  const Folder folder;
  const auto flows = [&](const std::string& text) {
    return kMesh + "--period auto --flows " + folder.write("f", text);
  };
  CHECK_THAT(refusal("plan " + kTorus + "-c alltoall --period 6"),
             Contains("--period 6: 2 cycles too few for endpoint: p0 sends 8 words"));
  CHECK_THAT(refusal("plan " + kTorus + "-c alltoall --period x"), Contains("--period x"));
  CHECK_THAT(refusal("plan -n torus --dims 3x3 --tiles -c alltoall --period auto"),
             Contains("--ports single") && Contains("give --ports multi"));
  CHECK_THAT(refusal("plan " + flows("flow a from p0 to p11\n")),
             Contains("f:1: flow 'a': no node 'p11'"));
  CHECK_THAT(refusal("plan " + flows("flow a from p0 to p1 words 0\n")), Contains("words '0'"));
  CHECK_THAT(refusal("plan " + flows("flow a from p0 to p1 latency 2\n")),
             Contains("flow a: latency 2 cannot be met") && Contains("the best is 3"));
  CHECK_THAT(refusal("plan " + flows("flow a from p0 to p1\n") + " -c alltoall"),
             Contains("flows are an exchange"));
  CHECK_THAT(refusal("plan " + flows("flow a from p0 to p1\n") + " --messages 3"),
             Contains("--messages 3") && Contains("as many as --flows "));
  CHECK_THAT(refusal("plan -n ring --processors 4 --bandwidth 1/2 -p multi -c alltoall --period 9"),
             Contains("--period 9") && Contains("links that take one cycle"));
  for (const std::string command : {"plan --period auto", "fabric --payload 16 -o ip"}) {
    CHECK_THAT(refusal(command + " -n complete --processors 4 -c alltoall"),
               Contains("--network complete: schedules that repeat are for networks of links"));
  }
  CHECK_THAT(refusal("plan -n collapsed-tree -k 2 -H 2 --tiles -c alltoall"),
             Contains("--network collapsed-tree has no such option"));
  CHECK_THAT(refusal("plan -n torus --dims 3x3 --tiles maybe -p multi -c alltoall"),
             Contains("--tiles maybe"));
}

TEST_CASE("a bound on latency needs a period", "[cli][periodic]") {
  const Folder folder;
  const std::string flows = folder.write("f", "flow a from p0 to p1 latency 9\n");
  for (const char* command : {"plan ", "run "}) {
    CHECK_THAT(refusal(command + kMesh + "--flows " + flows),
               Contains("--period is missing") && Contains("flow a"));
  }
  const std::string file =
      folder.write("s",
                   "romcast-schedule 1\nnetwork ring processors 4\nports multi\n"
                   "collective exchange\nflow a from p0 to p1 latency 9\nhops\n"
                   "1 p0 p1 0\nend\n");
  CHECK_THAT(refusal("check " + file), Contains("s:6") && Contains("lacks 'period'"));
}

TEST_CASE("a seam is proved from file to file", "[cli][periodic]") {
  const Folder folder;
  const std::string flows = folder.write("flows", kLines);
  const std::string before = folder.file("a"), after = folder.file("b");
  json_of("plan " + kMesh + "--period auto --flows " + flows + " -o " + before);
  json_of("plan " + kMesh + "--period 7 --flows " + flows + " -o " + after);
  const auto same = json_of("check " + before + " --then " + before);
  CHECK(same["plan"]["seam"]["kept"] == 5);
  CHECK(same["plan"]["seam"]["frames"] == 0);
  const auto other = json_of("check " + before + " --then " + after);
  CHECK(other["plan"]["seam"]["drained"] == 5);
  CHECK(other["plan"]["seam"]["violation_count"] == 0);
  const std::string torus = folder.file("c");
  json_of("plan " + kTorus + "--period auto --flows " + flows + " -o " + torus);
  CHECK_THAT(refusal("check " + before + " --then " + torus), Contains("another network"));
}

TEST_CASE("both tables of a seam are judged by themselves", "[cli][periodic]") {
  const Folder folder;
  const std::string head =
      "romcast-schedule 1\nnetwork ring processors 4\nports multi\ncollective exchange\n"
      "message 0 from p0 to p2\nperiod 8\nhops\n";
  const std::string whole = folder.write("whole", head + "1 p0 p1 0\n2 p1 p2 0\nend\n");
  const std::string lost = folder.write("lost", head + "1 p0 p1 0\nend\n");
  const std::string jumps = folder.write("jumps", head + "1 p1 p2 0\nend\n");
  CHECK_THAT(refusal("check " + whole + " --then " + lost),
             Contains("--then " + lost) && Contains("message 0"));
  CHECK_THAT(refusal("check " + whole + " --then " + jumps), Contains("no legal schedule"));
  const Finished first = call({"check", lost, "--then", whole});
  CHECK(first.status == 1);
}

TEST_CASE("a seam needs equal nodes, links and ports", "[cli][periodic]") {
  const Folder folder;
  const auto table = [&](const std::string& name, const std::string& edges,
                         const std::string& ports, const std::string& hops) {
    return folder.write(name, "romcast-schedule 1\nnetwork graph\nnode a endpoint\n" + edges +
                                  "ports " + ports +
                                  "\ncollective exchange\nmessage 0 from a to d\n" +
                                  "period 4\nhops\n" + hops + "end\n");
  };
  const std::string nodes = "node b switch\nnode c switch\nnode d endpoint\n";
  const std::string hops = "1 a b 0\n2 b d 0\n";
  const std::string first = table("first", nodes + "edge a b\nedge b d\nedge c d\n", "multi", hops);
  const std::string wired = table("wired", nodes + "edge a b\nedge b d\nedge a c\n", "multi", hops);
  const std::string named = table(
      "named", "node b switch\nnode x switch\nnode d endpoint\nedge a b\nedge b d\nedge x d\n",
      "multi", hops);
  const std::string single =
      table("single", nodes + "edge a b\nedge b d\nedge c d\n", "single", hops);
  CHECK(json_of("check " + first + " --then " + first)["plan"]["seam"]["kept"] == 1);
  CHECK_THAT(refusal("check " + first + " --then " + wired), Contains("another network"));
  CHECK_THAT(refusal("check " + first + " --then " + named), Contains("another network"));
  const std::string forwards = table(
      "forwards", "node b switch\nnode c switch\nnode d processor\nedge a b\nedge b d\nedge c d\n",
      "multi", hops);
  CHECK_THAT(refusal("check " + first + " --then " + forwards), Contains("another network"));
  CHECK_THAT(refusal("check " + first + " --then " + single),
             Contains("ports single") && Contains("ports multi"));
}

TEST_CASE("a seam joins tables of equal networks from other files, or lists of broken links",
          "[cli][periodic]") {
  const Folder folder;
  const auto planned = [&](const std::string& name, const std::string& network) {
    json_of("plan -p multi -c alltoall --period auto " + network + " -o " + folder.file(name));
    return folder.file(name);
  };
  const auto joined = [](const std::string& one, const std::string& other) {
    return json_of("check " + one + " --then " + other)["plan"]["seam"]["violation_count"] == 0;
  };
  const std::string triangle = "graph { a -- b; b -- c; c -- a }";
  const std::string one = planned("one", "-n " + folder.write("one.dot", triangle));
  CHECK(joined(one, planned("two", "-n " + folder.write("two.dot", triangle))));
  const std::string ring = "-n torus --dims 3x3 --without ";
  CHECK(joined(planned("here", ring + "p0-p1,p4>p5"), planned("there", ring + "p4>p5,p0-p1")));
  const std::string speed = "-n ring --processors 3 --chunk 1kB --bandwidth ";
  CHECK_THAT(refusal("check " + planned("slow", speed + "1GB/s") + " --then " +
                     planned("fast", speed + "2GB/s")),
             Contains("another network"));
}

TEST_CASE("a seam joins tables of every format, and refuses programs", "[cli][periodic]") {
  const Folder folder;
  const std::string routes = "ne\n nw\n  es\n   ws\n     n\n      e\n       s\n        w\n";
  const std::string s4noc = folder.write("t.shd", routes);
  const std::string command = "check --format s4noc " + kTorus + s4noc + " --then ";
  CHECK(json_of(command + s4noc)["plan"]["seam"]["kept"] == 72);
  CHECK_THAT(refusal(command + folder.file("none")), Contains("none"));
  CHECK_THAT(refusal(command + folder.write("x.shd", "zz\n")), Contains("x.shd:1"));
  const std::string goal = folder.write("p.goal",
                                        "num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\n"
                                        "l1: recv 1b from 0\n}\n");
  CHECK_THAT(refusal("check " + goal + " --then " + s4noc), Contains("is a GOAL program"));
  const std::string msccl = folder.write("m.xml", "<algo></algo>");
  CHECK_THAT(refusal("check --format msccl " + msccl + " --then " + s4noc),
             Contains("is an MSCCL program"));
}

TEST_CASE("tables of S4NoC and Poseidon are judged", "[cli][periodic]") {
  const Folder folder;
  const std::string s4noc =
      folder.write("t.shd", "ne\n nw\n  es\n   ws\n     n\n      e\n       s\n        w\n");
  const auto table = json_of("check --format s4noc " + kTorus + s4noc);
  CHECK(table["plan"]["period"]["cycles"] == 10);
  CHECK(table["plan"]["delivered"] == 72);
  const std::string poseidon = folder.write(
      "s.xml",
      "<schedule length=\"3\" width=\"3\" height=\"3\"><tile id=\"(0,0)\"><timeslot value=\"0\">"
      "<na tx=\"(1,1)\" route=\"ES\" chan-id=\"4\"/></timeslot></tile></schedule>");
  CHECK(json_of("check --format poseidon " + kMesh +
                poseidon)["plan"]["period"]["flows"][0]["name"] == "c4");
  CHECK_THAT(refusal("check --format s4noc -n ring --processors 9 " + s4noc),
             Contains("tiles of a grid"));
  const std::string channels =
      folder.write("c.xml",
                   "<communication type=\"custom\"><channel from=\"(0,0)\" to=\"(2,2)\" "
                   "bandwidth=\"3\"/></communication>");
  const auto plan = json_of("plan " + kMesh + "--period auto --flows " + channels);
  CHECK(plan["plan"]["period"]["cycles"] == 3);
}
