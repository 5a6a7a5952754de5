// SPDX-License-Identifier: Apache-2.0
// Fabrics from the command line: their testbenches pass and detect mutants; bad input is refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

const std::string kSmallMesh = "-n mesh --dims 2x2 --tiles ";
const char* const kThreeFlows =
    "flow camera from p0 to p3 words 3 latency 20\nflow motor from p3 to p1 latency 12\n"
    "flow all from p2 to p0,p1 words 2\n";

const char* const kFlowsOnDemand =
    "flow camera from p0 to p3 words 3\nflow motor from p3 to p1\n"
    "flow all from p2 to p0,p1 words 2\n";

class MadeFabric {
 public:
  explicit MadeFabric(const std::string& scenario, const std::string& flows = "",
                      const std::string& then = "") {
    // `--seconds 1` ends the search for a shorter period early; none exists.
    Words command = Words{"fabric", "-o", path(), "--seconds", "1"} + scenario;
    if (!flows.empty()) command = command + ("--flows " + folder_.write("my.flows", flows));
    if (!then.empty()) command = command + ("--then " + folder_.write("then.flows", then));
    const Finished done = call(command);
    CAPTURE(scenario, done.err);
    REQUIRE(done.status == 0);
    REQUIRE(done.err.empty());
    text_ = done.out;
  }
  [[nodiscard]] std::string path() const { return folder_.file("ip"); }
  [[nodiscard]] std::string file(const std::string& name) const { return path() + "/" + name; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool make(const std::string& target) const {
    const std::string command =
        "make -s -C " + path() + " " + target + " >" + folder_.file("log") + " 2>&1 </dev/null";
    return std::system(command.c_str()) == 0;
  }
  [[nodiscard]] std::string output() const { return content(folder_.file("log")); }
  void write(const std::string& name, const std::string& text) const {
    (void)folder_.write("ip/" + name, text);
  }

 private:
  Folder folder_;
  std::string text_;
};

void check_target(const MadeFabric& made, const std::string& target, const std::string& line) {
  const bool passed = made.make(target);
  CAPTURE(target, made.output());
  CHECK(passed);
  CHECK_THAT(made.output(), Contains(line));
}

std::string fabric_refused(const std::string& command, const std::string& flows = "") {
  const Folder folder;
  Words all = Words{"fabric", "-o", folder.file("ip"), "--seconds", "1"} + command;
  if (!flows.empty()) all = all + ("--flows " + folder.write("my.flows", flows));
  const Finished done = call(all);
  CAPTURE(command, done.err);
  CHECK(done.status == 2);
  CHECK(done.one_line());
  return done.err;
}

}  // namespace

TEST_CASE("flows that are the same in both schedules go on while the tables change",
          "[cli][fabric][slow]") {
  const MadeFabric made(kSmallMesh + "--credits off", kThreeFlows,
                        "flow camera from p0 to p3 words 3 latency 20\n"
                        "flow all from p2 to p0,p1 words 1\nflow new from p1 to p2 words 2\n");
  for (const nlohmann::json& flow :
       nlohmann::json::parse(content(made.file("fabric.json")))["flows"]) {
    CAPTURE(flow.at("name"));
    CHECK(flow.at("stays") == (flow.at("name") == "camera"));
  }
  CHECK_THAT(content(made.file("README.md")), Contains("1 of 4 flows goes on meanwhile"));
  check_target(made, "sim", "lost 0 late 0 errors 0");
  check_target(made, "driver", "errors 0");
}

TEST_CASE("a fabric delivers every word in its cycle, also while its tables change",
          "[cli][fabric][slow]") {
  const MadeFabric torus("-n torus --dims 2x2 --tiles -c alltoall");
  CHECK_THAT(torus.text(), Contains("4 tiles, 4 endpoints, payload 32 bits") &&
                               Contains("no period is shorter than 3"));
  check_target(torus, "sim", " lost 0 late 0 errors 0");
  check_target(torus, "lint", "");
  check_target(torus, "sim-faults", "faults 5 errors 0");
}

TEST_CASE("flows have multicasts, credits and another schedule to change to",
          "[cli][fabric][slow]") {
  const MadeFabric mesh(kSmallMesh + "--payload 8 --control wishbone --statistics 2", kThreeFlows,
                        "flow camera from p0 to p3\nflow other from p1 to p2 words 2\n");
  CHECK_THAT(mesh.text(), Contains("camera: 3 words a frame") && Contains("(20 allowed)"));
  check_target(mesh, "sim", " lost 0 late 0 errors 0");
  check_target(mesh, "lint", "");
}

TEST_CASE("a word of a multicast that is not delivered goes on, and only its receiver has a flag",
          "[cli][fabric]") {
  // The router of p1 is on the path to p2.
  const MadeFabric line("-n mesh --dims 2x3 --tiles --payload 8", "flow a from p0 to p1,p2\n");
  check_target(line, "sim-faults", " errors 0");
}

TEST_CASE("hosts that share a switch, clocks of streams, and words that wait",
          "[cli][fabric][slow]") {
  const Folder folder;
  const std::string hosts = folder.write(
      "two.dot",
      "graph g { a [role=endpoint]; b [role=endpoint]; c [role=endpoint]; d [role=endpoint];\n"
      "s [role=switch]; t [role=switch]; a -- s; b -- s; c -- t; d -- t; s -- t; }\n");
  check_target(MadeFabric("-n " + hosts + " -c alltoall --payload 16 --clock-crossing"), "sim",
               " lost 0 late 0 errors 0");
  check_target(
      MadeFabric("-n ring --processors 4 --tiles -c alltoall --slots-waiting 2 --period 3"), "sim",
      " lost 0 late 0 errors 0");
  check_target(MadeFabric(kSmallMesh + "-c alltoall --credits off --statistics 0"), "sim",
               " lost 0 late 0 errors 0");
}

TEST_CASE("other schedules are compiled onto the hardware of a fabric", "[cli][fabric]") {
  const MadeFabric mesh(kSmallMesh + "--payload 16 --statistics 2 -c alltoall --messages 2");
  const MadeFabric other(kSmallMesh + "--onto " + mesh.path(), kThreeFlows);
  CHECK(content(other.file("romcast_fabric.v")) == content(mesh.file("romcast_fabric.v")));
  CHECK(content(other.file("tables_0.hex")) != content(mesh.file("tables_0.hex")));
  const auto description = [](const MadeFabric& fabric) {
    return nlohmann::json::parse(content(fabric.file("fabric.json")));
  };
  CHECK(description(other)["fingerprint"] == description(mesh)["fingerprint"]);
  CHECK(description(other)["tiles"] == description(mesh)["tiles"]);
  check_target(other, "sim", " lost 0 late 0 errors 0");
}

// Each flow has one receiver and the way back that credits need, so tiles and flows are the same
// with credits and without.
TEST_CASE("fabrics with credits and without take no tables of each other", "[cli][fabric]") {
  const std::string flows = "flow a from p0 to p2\nflow b from p2 to p0\nflow c from p3 to p2\n";
  const MadeFabric with(kSmallMesh + "--payload 8", flows);
  const MadeFabric without(kSmallMesh + "--payload 8 --credits off", flows);
  const MadeFabric other(kSmallMesh + "--onto " + without.path(), "flow d from p1 to p2\n");
  const auto print = [](const MadeFabric& fabric) {
    return nlohmann::json::parse(content(fabric.file("fabric.json")))["fingerprint"];
  };
  CHECK(print(with) != print(without));
  CHECK(print(other) == print(without));
  CHECK(content(other.file("romcast_fabric.v")) == content(without.file("romcast_fabric.v")));
}

TEST_CASE("the command in a folder makes the same folder again", "[cli][fabric]") {
  const Folder folder;
  const MadeFabric most(kSmallMesh + "-c allreduce --operator max --payload 8");
  const MadeFabric least(kSmallMesh + "-c allreduce --operator min --onto " + most.path());
  const auto command = [](const std::string& file) {
    return nlohmann::json::parse(content(file))["command"].get<std::string>();
  };
  CHECK_THAT(command(least.file("fabric.json")),
             Contains(" --operator min --onto '" + most.path() + "'"));
  const std::string plan = folder.file("t 'x.txt");
  REQUIRE(call(Words{"plan", "-o", plan} + (kSmallMesh + "-p multi --period auto -c alltoall"))
              .status == 0);
  REQUIRE(call(Words{"fabric", plan, "-o", folder.file("ip")}).status == 0);
  // A shell has no quote within quotes: it ends the word, and \' and another word follow.
  CHECK(command(folder.file("ip/fabric.json")) ==
        "romcast fabric '" + folder.file("t '\\''x.txt") + "' --payload 32");
}

TEST_CASE("an operator that no collective has is refused, also onto a fabric", "[cli][fabric]") {
  const std::string lines = "reduce sum from p0,p1 to p3\n";
  const MadeFabric sums(kSmallMesh + "--payload 8", lines);
  const std::string onto = kSmallMesh + "--onto " + sums.path() + " --operator ";
  CHECK_THAT(fabric_refused(onto + "min", lines),
             Contains("--operator min: flows name the operator of each reduction"));
  CHECK_THAT(fabric_refused(onto + "max", "flow one from p0 to p3\n"),
             Contains("--operator max: no flow is combined"));
  const Folder folder;
  CHECK_THAT(fabric_refused(kSmallMesh + "-c broadcast --on-demand --operator min --then " +
                            folder.write("then.flows", lines)),
             Contains("--operator min: flows name the operator of each reduction"));
}

TEST_CASE("frames on demand wait for all words of all sources, and for all sinks",
          "[cli][fabric][slow]") {
  const MadeFabric torus("-n torus --dims 2x2 --tiles -c alltoall --payload 8 --on-demand");
  CHECK_THAT(torus.text(), Contains("clocks, on demand") && !Contains("for credits"));
  check_target(torus, "sim", " lost 0 late 0 errors 0");
  check_target(torus, "sim-faults", "faults 5 errors 0");
  check_target(torus, "prove", "mode 1: every word leaves in its cycle: proved");
  const MadeFabric mesh(kSmallMesh +
                            "--payload 8 --on-demand --control wishbone --clock-crossing "
                            "--statistics 0",
                        kFlowsOnDemand,
                        "flow camera from p0 to p3\nflow other from p1 to p2 words 2\n");
  check_target(mesh, "sim", " lost 0 late 0 errors 0");
  check_target(mesh, "lint", "");
  check_target(mesh, "driver", " errors 0");
}

TEST_CASE("a frame on demand that begins too early fails the simulation, and the theorem",
          "[cli][fabric][slow]") {
  const MadeFabric mesh(kSmallMesh + "--payload 8 --on-demand", kFlowsOnDemand);
  const auto design = nlohmann::json::parse(content(mesh.file("fabric.json")));
  // Word 7 of the registers of p0's tile: the number of words that a frame on demand waits for.
  const std::uint32_t address = design["tiles"][0]["address"].get<std::uint32_t>() + 7;
  std::string tables = content(mesh.file("tables_0.hex"));
  const std::string begin = fmt::format("{:08x}0000000", address);
  REQUIRE(tables.find(begin + "3\n") != std::string::npos);
  // The frame now waits for 1 word instead of 3. If it waited for 2, the third word would nearly
  // always arrive in time.
  tables[tables.find(begin) + begin.size()] = '1';
  mesh.write("tables_0.hex", tables);
  CHECK_FALSE(mesh.make("sim"));
  CHECK_THAT(mesh.output(), Contains("wrong slot without a word of its frame"));
  CHECK_FALSE(mesh.make("prove-0"));
}

TEST_CASE("other schedules are compiled onto a fabric with frames on demand", "[cli][fabric]") {
  const MadeFabric mesh(kSmallMesh + "--on-demand -c alltoall --messages 2 --payload 8");
  const MadeFabric other(kSmallMesh + "--onto " + mesh.path(), kFlowsOnDemand);
  CHECK(content(other.file("romcast_fabric.v")) == content(mesh.file("romcast_fabric.v")));
  check_target(other, "sim", " lost 0 late 0 errors 0");
  CHECK_THAT(
      fabric_refused(kSmallMesh + "--onto " + mesh.path(), "flow a from p0 to p3 words 14\n"),
      Contains("words of frames on demand, the fabric has"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --on-demand --onto " + mesh.path()),
             Contains("--onto") && Contains("--on-demand"));
}

TEST_CASE("a flow's way back may be another one in each schedule", "[cli][fabric][slow]") {
  const std::string f = "flow f from p0 to p1\n", g = "flow g from p1 to p0\n";
  for (const auto& [first, second] :
       {std::pair{f, f + g}, {g, f + g}, {f + g, "flow h from p1 to p0\n" + f + g}}) {
    CAPTURE(first, second);
    const MadeFabric made("-n ring --processors 3 --tiles", first, second);
    check_target(made, "sim", " lost 0 late 0 errors 0");
    check_target(made, "sim-faults", "faults 5 errors 0");
  }
}

TEST_CASE("a bound on latency counts the tiles of hosts that share a switch", "[cli][fabric]") {
  const Folder folder;
  const std::string hosts = folder.write(
      "hosts.dot",
      "graph g { s [role=switch]; t [role=switch]; a [role=endpoint]; b [role=endpoint]; "
      "c [role=endpoint]; d [role=endpoint]; a -- s; b -- s; c -- t; d -- t; s -- t; }");
  const std::string network = "-n " + hosts + " --period 4 ";
  // The least latency is 8: three links, one slot in the tile of b and one in that of d, and 4 - 1
  // slots for a word that has just missed its slot.
  CHECK_THAT(fabric_refused(network, "flow far from b to d latency 6\n"),
             Contains("flow far: latency 6 cannot be met") && Contains("the best is 8"));
  // c is one link farther away than b, but b's tile costs one slot more.
  const MadeFabric several(network, "flow f from a to b,c latency 6\n");
  CHECK_THAT(several.text(), Contains("latency 6 at most (6 allowed)"));
  CHECK_THAT(fabric_refused(network, "flow f from a to b,c latency 5\n"),
             Contains("the best is 6"));
  const MadeFabric made(network, "flow far from b to d latency 8\nflow near from a to c\n");
  CHECK_THAT(made.text(), Contains("far: 1 word a frame, latency 8 at most (8 allowed)"));
  const auto design = nlohmann::json::parse(content(made.file("fabric.json")));
  CHECK(design["flows"][0]["latency"] == 8);
}

TEST_CASE("frames on demand have neither credits nor bounds of latency", "[cli][fabric]") {
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --on-demand --credits on"),
             Contains("--on-demand") && Contains("--credits"));
  CHECK_THAT(fabric_refused(kSmallMesh + "--operator min", "flow a from p0 to p1\n"),
             Contains("--operator min: no flow is combined"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --signed"),
             Contains("--signed: no flow is combined"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c allreduce --credits on"),
             Contains("--credits on: reductions run on demand, without credits"));
  CHECK_THAT(fabric_refused(kSmallMesh + "--on-demand", kThreeFlows),
             Contains("flow camera allows a latency of 20 cycles, but frames on demand wait"));
}

TEST_CASE("collectives that combine become reductions, in frames on demand",
          "[cli][fabric][slow]") {
  const MadeFabric mesh(kSmallMesh +
                        "-c allreduce --messages 2 --operator min --signed --payload 8");
  CHECK_THAT(mesh.text(), Contains("clocks, on demand") && Contains("allreduce: 2 words a frame"));
  const auto design = nlohmann::json::parse(content(mesh.file("fabric.json")));
  CHECK(design["on_demand"] == true);
  CHECK(design["signed"] == true);
  CHECK(design["reductions"].dump() == R"([{"name":"allreduce","operator":"min"}])");
  CHECK(design["flows"].size() == 4);
  for (const auto& flow : design["flows"]) {
    CHECK(flow["reduction"] == 0);
    CHECK(flow["to"].size() == 4);
  }
  check_target(mesh, "sim", " lost 0 late 0 errors 0");
  check_target(mesh, "sim-faults", "faults 3 errors 0");
  check_target(mesh, "lint", "");
  check_target(mesh, "prove", "mode 1: every word leaves in its cycle: proved");
  check_target(mesh, "driver", " errors 0");
  const MadeFabric scattered("-n ring --processors 3 --tiles -c reduce-scatter --payload 16");
  const auto results = nlohmann::json::parse(content(scattered.file("fabric.json")))["reductions"];
  CHECK(results.size() == 3);
  check_target(scattered, "sim", " lost 0 late 0 errors 0");
}

TEST_CASE("reductions and flows share a fabric, and a schedule", "[cli][fabric][slow]") {
  const std::string lines =
      "reduce sum from p0,p1,p2 to p3 words 2\nflow back from p3 to p0\n"
      "reduce most from p1,p3 to all operator max\n";
  const MadeFabric mesh(kSmallMesh + "--payload 16 --control wishbone", lines);
  check_target(mesh, "sim", " lost 0 late 0 errors 0");
  check_target(mesh, "sim-faults", "faults 5 errors 0");
  // The hardware operators that compute `add` and `max` also compute `or` and `min`.
  const MadeFabric other(kSmallMesh + "--onto " + mesh.path(),
                         "reduce sum from p0,p1,p2 to p3 words 2 operator or\n"
                         "flow back from p3 to p0\nreduce most from p1,p3 to all operator min\n");
  check_target(other, "sim", " lost 0 late 0 errors 0");
  const Folder folder;
  const std::string plan = folder.file("plan.txt");
  const Finished made = call(Words{"plan"} + (kSmallMesh + "-p multi --period auto --flows " +
                                              folder.write("my.flows", lines) + " -o " + plan));
  REQUIRE(made.status == 0);
  CHECK(call(Words{"check", plan}).status == 0);
  CHECK(call(Words{"fabric", plan, "-o", folder.file("ip")}).status == 0);
  const Finished run = call(Words{"run", plan});
  CHECK(run.status == 2);
  CHECK(run.one_line());
  CHECK_THAT(run.err, Contains("only the tiles of a fabric combine words of flows: run it with "
                               "--fabric-period"));
}

TEST_CASE("flows of a second schedule join a schedule file", "[cli][fabric]") {
  const Folder folder;
  const std::string plan = folder.file("plan.txt");
  REQUIRE(
      call(Words{"plan"} + (kSmallMesh + "-p multi --period auto -c alltoall -o " + plan)).status ==
      0);
  const std::string then = folder.write("then.flows", "flow a from p0 to p3 words 2\n");
  const Finished made = call(Words{"fabric", plan, "--then", then, "-o", folder.file("ip")});
  CAPTURE(made.err);
  REQUIRE(made.status == 0);
  const auto tables = nlohmann::json::parse(content(folder.file("ip/fabric.json")))["tables"];
  CHECK(tables[1]["period"] == 2);
}

TEST_CASE("a result in a wrong slot, and a wrong operator, fail simulation and theorem",
          "[cli][fabric][slow]") {
  const MadeFabric mesh(kSmallMesh + "-c reduce --operator and --payload 8");
  const auto design = nlohmann::json::parse(content(mesh.file("fabric.json")));
  // In a router's word the bits of the operation are above the codes of all outputs, which are the
  // links and the two operands.
  for (std::size_t t = 0; t < design["tiles"].size(); ++t) {
    if (!design["tiles"][t]["reduces"].get<bool>()) continue;
    const auto links = design["tiles"][t]["links"].get<unsigned>();
    const unsigned shift = (links + 2) * (1 + (links + 2) / 2);
    const auto words = design["tables"][0]["routers"][t].get<std::vector<std::uint32_t>>();
    for (std::size_t slot = 0; slot < words.size(); ++slot) {
      if (words[slot] >> shift != 3) continue;
      const auto address = design["tiles"][t]["address"].get<std::uint32_t>() +
                           (1U << design["slot_bits"].get<unsigned>()) +
                           static_cast<std::uint32_t>(slot);
      const std::string right = fmt::format("{:08x}{:08x}", address, words[slot]);
      std::string tables = content(mesh.file("tables_0.hex"));
      REQUIRE(tables.find(right) != std::string::npos);
      tables.replace(tables.find(right), right.size(),
                     fmt::format("{:08x}{:08x}", address, words[slot] ^ 7U << shift));
      mesh.write("tables_0.hex", tables);
      CHECK_FALSE(mesh.make("sim"));
      CHECK_THAT(mesh.output(), Contains("wrong word"));
      CHECK_FALSE(mesh.make("prove-0"));
      return;
    }
  }
  FAIL("no table word with an operation");
}

TEST_CASE("reductions that a fabric cannot have are refused in one line", "[cli][fabric]") {
  const std::string lines = "reduce sum from p0,p1 to p3\n";
  const MadeFabric plain(kSmallMesh + "--on-demand -c alltoall --payload 8");
  CHECK_THAT(fabric_refused(kSmallMesh + "--onto " + plain.path(), lines),
             Contains("would combine words, and the fabric has no operator there"));
  const MadeFabric free(kSmallMesh + "-c alltoall --payload 8");
  CHECK_THAT(fabric_refused(kSmallMesh + "--onto " + free.path(), lines),
             Contains("reduction sum needs a fabric with frames on demand"));
  CHECK_THAT(fabric_refused("-n hypercube --dimensions 5 --tiles -c allreduce --period 60"),
             Contains("a tile with an operator has at most 4"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c reduce --operator xor"), Contains("--operator"));
  CHECK_THAT(fabric_refused(kSmallMesh + "--operator max", lines),
             Contains("--operator max: flows name the operator of each reduction"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c summation"), Contains("give reduce"));
}

TEST_CASE("words of a result that enter in different frames are named by their flows",
          "[cli][fabric]") {
  const Folder folder;
  const std::string file = folder.file("plan.txt"), network = "-n fat-tree -k 2 -H 2 ";
  REQUIRE(
      call(Words{"plan"} + (network + "-p multi --period auto -c allreduce --seconds 1 -o " + file))
          .status == 0);
  std::string text = content(file);
  text.replace(text.find("\nperiod 3\n"), 10, "\nperiod 1\n");
  const std::string shorter = folder.write("shorter.txt", text);
  const Finished made = call(Words{"fabric", shorter, "-o", folder.file("ip")});
  CHECK(made.status == 2);
  CHECK(made.one_line());
  CHECK_THAT(made.err, Contains("reduction allreduce: the words of allreduce:p") &&
                           Contains("enter the fabric in different frames"));
}

TEST_CASE("tables that do not fit a fabric's fingerprint are refused in one line",
          "[cli][fabric]") {
  const MadeFabric mesh(kSmallMesh + "-c alltoall");
  const auto print = nlohmann::json::parse(content(mesh.file("fabric.json")))["fingerprint"];
  const std::string onto = " --onto " + mesh.path();
  const std::string begins = "--onto " + mesh.path() + ": fingerprint " + print.get<std::string>();
  CHECK_THAT(fabric_refused("-n mesh --dims 3x2 --tiles -c alltoall" + onto),
             Contains(begins + ": the network has 6 tiles, the fabric 4"));
  CHECK_THAT(fabric_refused("-n ring --processors 4 --tiles -c alltoall" + onto),
             Contains(begins + ": the fabric has too few links from"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --period 16" + onto),
             Contains(begins) &&
                 Contains("a period of 16 cycles, and tables of the fabric have 15 slots"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --messages 3" + onto),
             Contains(begins) && Contains("words without credit, the fabric has"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --payload 16" + onto),
             Contains("--onto") && Contains("--payload"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --onto /nowhere"),
             Contains("/nowhere/fabric.json"));
  mesh.write("fabric.json", R"({"schema": "romcast.fabric/1"})");
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall" + onto),
             Contains("is no description of a fabric"));
}

TEST_CASE("larger fabrics run in Verilator, too", "[cli][fabric][long]") {
  const MadeFabric mesh("-n mesh --dims 3x3 --tiles -c alltoall --payload 64");
  check_target(mesh, "sim", " lost 0 late 0 errors 0");
  check_target(mesh, "verilator", " lost 0 late 0 errors 0");
  check_target(mesh, "sim-faults", "faults 5 errors 0");
  check_target(MadeFabric("-n torus --dims 4x4 --tiles -c alltoall --on-demand --payload 16"),
               "verilator", " lost 0 late 0 errors 0");
  check_target(MadeFabric("-n kautz --alphabet 3 --length 2 --tiles -c allgather --payload 16"),
               "sim", " lost 0 late 0 errors 0");
}

TEST_CASE("the driver of a fabric loads and changes its tables, behind both buses",
          "[cli][fabric][slow]") {
  check_target(MadeFabric(kSmallMesh + "-c alltoall"), "driver", " errors 0");
  const MadeFabric mesh(kSmallMesh + "--control wishbone --clock-crossing", kThreeFlows);
  check_target(mesh, "driver", " errors 0");
  // The driver notices a damaged table: one digit of the header is changed.
  std::string header = content(mesh.file("romcast_fabric.hpp"));
  char& digit = header[header.find('}', header.find("table_1[]")) - 1];  // in word 0
  digit = digit == '0' ? '1' : '0';
  mesh.write("romcast_fabric.hpp", header);
  CHECK_FALSE(mesh.make("driver"));
  CHECK_THAT(mesh.output(), Contains("driver: wrong: load"));
}

TEST_CASE("a table word that was changed fails the simulation of a fabric", "[cli][fabric]") {
  const MadeFabric mesh(kSmallMesh + "-c alltoall");
  std::string tables = content(mesh.file("tables_0.hex"));
  // Clears the first nonzero word of the first router's table.
  std::size_t at = 0;
  while (tables.substr(at + 8, 8) == "00000000") at = tables.find('\n', at) + 1;
  tables.replace(at + 8, 8, "00000000");
  mesh.write("tables_0.hex", tables);
  CHECK_FALSE(mesh.make("sim"));
  CHECK_THAT(mesh.output(), Contains("wrong signature of a router") && Contains("late"));
}

TEST_CASE("the theorem about a fabric is proved, and refuted for a changed table",
          "[cli][fabric][slow]") {
  const MadeFabric mesh(kSmallMesh + "--payload 8", kThreeFlows);
  check_target(mesh, "prove", "mode 1: every word leaves in its cycle: proved");
  const std::string tables = content(mesh.file("tables_0.hex"));
  unsigned changed = 0;
  for (std::size_t at = 0; at < tables.size(); at = tables.find('\n', at) + 1) {
    if (tables.substr(at + 8, 8) == "00000000") continue;
    if (++changed % 5 != 1) continue;
    CAPTURE(at);
    std::string mutant = tables;
    mutant.replace(at + 8, 8, "00000000");
    mesh.write("tables_0.hex", mutant);
    CHECK_FALSE(mesh.make("prove-0"));
    CHECK_THAT(mesh.output(), Contains("mode 0: a word may leave in another cycle"));
  }
  CHECK(changed > 10);
}

TEST_CASE("the theorem about words that wait is proved", "[cli][fabric][slow]") {
  check_target(MadeFabric("-n ring --processors 4 --tiles -c alltoall --slots-waiting 2 --period 3 "
                          "--payload 8"),
               "prove", "mode 1: every word leaves in its cycle: proved");
}

TEST_CASE("fabrics that cannot be made are refused in one line", "[cli][fabric]") {
  CHECK_THAT(fabric_refused("-c alltoall"), Contains("--network is missing"));
  CHECK_THAT(fabric_refused("-n mesh --dims 2x2 -c alltoall --period 3"), Contains("give --tiles"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --payload 12"),
             Contains("--payload 12") && Contains("whole bytes"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --payload 0"), Contains("whole bytes"));
  CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall --period 2"),
             Contains("1 cycle too few for endpoint: p0 sends 3 words") &&
                 Contains("no period is shorter than 3"));
  CHECK_THAT(fabric_refused(kSmallMesh, "flow a from p0 to p9\n"), Contains("p9"));
  CHECK_THAT(fabric_refused(kSmallMesh, "flow a from p0 to p1 words 0\n"), Contains("words '0'"));
  CHECK_THAT(fabric_refused(kSmallMesh, "flow a from p0 to p3 latency 2\n"),
             Contains("flow a") && Contains("latency 2") && Contains("best is 4"));
  CHECK_THAT(fabric_refused("-n hypercube --dimensions 7 --tiles -c broadcast --period auto"),
             Contains("has 7 links; a tile of a fabric has at most 6"));
}

TEST_CASE("options that determine nothing of a fabric are neither shown nor accepted",
          "[cli][fabric]") {
  const std::string help = call(words("fabric --help")).out;
  for (const char* shown : {"--tiles", "--flows", "--pattern", "--period", "--slots-waiting",
                            "--seconds", "--payload", "--onto"}) {
    CHECK_THAT(help, Contains(shown));
  }
  for (const char* option :
       {"--ports multi",   "--bandwidth 1/2", "--latency 2",         "--cycle 1us",
        "--overhead 1",    "--gap 2",         "--gap-per-byte 1",    "--bytes 8",
        "--startup 1",     "--per-message 2", "--operands 3",        "--time 9",
        "--queue-depth 4", "--fit",           "--order ascending",   "--chunk 2",
        "--box nice",      "--steps 2",       "--switching unicast", "--of flow",
        "--as alltoall"}) {
    CAPTURE(option);
    const std::string name = words(option).front();
    CHECK_THAT(help, !Contains(name + " "));
    CHECK_THAT(fabric_refused(kSmallMesh + "-c alltoall " + option), Contains(name));
  }
}

TEST_CASE("what romcast fabric wrote is reported as JSON, whose keys docs/json.md lists",
          "[cli][fabric]") {
  const Folder folder;
  const Finished done =
      call(Words{"fabric", "-o", folder.file("ip"), "--json", "-"} + (kSmallMesh + "-c alltoall"));
  CHECK(done.status == 0);
  const auto report = done.json();
  CHECK(report["schema"] == "romcast.fabric-folder/1");
  CHECK(report["folder"] == folder.file("ip"));
  CHECK(report["scenario"]["network"] == "mesh");
  CHECK(report["periods"].size() == 2);
  CHECK(report["periods"][0] >= report["period_bound"]);
  CHECK(report["period_bound"] == 3);  // an endpoint sends three words
  const auto written = nlohmann::json::parse(content(folder.file("ip/fabric.json")));
  const std::string page = content(ROMCAST_TEST_SOURCES "/docs/json.md");
  for (const auto& [key, value] : report.items()) {
    CAPTURE(key);
    const bool listed = page.find("`" + key + "`") != std::string::npos ||
                        page.find("`" + key + "[]`") != std::string::npos;
    CHECK((listed || key == "schema"));
    if (key != "schema" && written.contains(key)) CHECK(written[key] == value);
  }
  const std::string file = folder.file("report.json");
  const Finished again =
      call(Words{"fabric", "-o", folder.file("ip"), "--json", file} + (kSmallMesh + "-c alltoall"));
  CHECK_THAT(again.out, Contains("written   make -C"));
  CHECK(nlohmann::json::parse(content(file))["flows"] == report["flows"]);
}

TEST_CASE("switches of a fabric have no endpoints", "[cli][fabric][slow]") {
  const MadeFabric tree("-n k-ary-n-tree -k 2 -H 2 -c alltoall --payload 8 --on-demand");
  const std::string top = content(tree.file("romcast_fabric.v"));
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = top.find(text, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  CHECK(count(".ENDPOINT(1)") == 4);  // processors
  CHECK(count(".ENDPOINT(0)") == 2);  // upper switches
  check_target(tree, "sim", " lost 0 late 0 errors 0");
  check_target(tree, "lint", "");
  check_target(tree, "driver", " errors 0");
  check_target(tree, "prove-0", "mode 0: every word leaves in its cycle: proved");
}

TEST_CASE("a folder that romcast fabric did not make is left alone", "[cli][fabric]") {
  const Folder folder;
  std::filesystem::create_directory(folder.file("ip"));
  (void)folder.write("ip/notes", "mine");
  const Finished done =
      call(Words{"fabric", "-o", folder.file("ip")} + (kSmallMesh + "-c alltoall"));
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("has other files than romcast fabric writes"));
  CHECK(content(folder.file("ip/notes")) == "mine");
}

TEST_CASE("a fabric is not written over a user's modules among its own", "[cli][fabric]") {
  const Folder folder;
  const Words fabric = Words{"fabric", "-o", folder.file("ip")} + (kSmallMesh + "-c alltoall");
  CHECK(call(fabric).status == 0);
  CHECK(call(fabric).status == 0);
  (void)folder.write("ip/rtl/mine.v", "mine");
  CHECK(call(fabric).status == 2);
  CHECK(content(folder.file("ip/rtl/mine.v")) == "mine");
}
