// SPDX-License-Identifier: Apache-2.0
// Verilog designs from the command line: in other simulators they must give the figures of the
// co-simulation.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

class Design {
 public:
  explicit Design(const std::string& scenario) {
    const Finished made = call(Words{"rtl", "-o", path()} + scenario);
    CAPTURE(scenario, made.err);
    REQUIRE(made.status == 0);
    REQUIRE(made.err.empty());
  }
  [[nodiscard]] std::string path() const { return folder_.file("design"); }
  [[nodiscard]] std::string file(const std::string& name) const { return path() + "/" + name; }
  [[nodiscard]] json description() const { return json::parse(content(file("design.json"))); }
  /// Runs a target of the design's Makefile; its output is in output().
  [[nodiscard]] bool make(const std::string& target) const {
    const std::string command =
        "make -s -C " + path() + " " + target + " >" + folder_.file("log") + " 2>&1 </dev/null";
    return std::system(command.c_str()) == 0;
  }
  [[nodiscard]] std::string output() const { return content(folder_.file("log")); }
  [[nodiscard]] std::string last_line() const {
    const std::string text = output();
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = text.find_last_of('\n', end);
    return text.substr(begin + 1, end - begin);
  }
  void write(const std::string& name, const std::string& text) const {
    (void)folder_.write("design/" + name, text);
  }

 private:
  Folder folder_;
};

std::string measured(const std::string& scenario) {
  const Finished done = call(words("run --json - " + scenario));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json report = done.json();
  const json& hardware = report["hardware"];
  return "cycles " + hardware["cycles"].dump() + " hops " + hardware["hops"].dump() +
         " delivered " + hardware["delivered"].dump() + " errors 0";
}

std::string simulated(const std::string& scenario) {
  const Design design(scenario);
  const bool passed = design.make("sim");
  CAPTURE(scenario, design.output());
  CHECK(passed);
  return design.last_line();
}

}  // namespace

TEST_CASE("designs measure in Icarus Verilog what the co-simulation measures", "[cli][rtl]") {
  for (const std::string scenario :
       {"-k 2 -H 2 -p multi -c broadcast --messages 3",
        "-k 2 -H 3 -p single -c scatter",
        "-k 2 -H 2 -p multi -c allgather -a flooding",
        "-k 2 -H 2 -p multi -c allgather --control rom",
        "-k 3 -H 2 -p multi -c gather --capacity 1,2",
        "-k 2 -H 2 -p single -c alltoall",
        "-k 2 -H 3 -p single -c alltoall -a upward-first-credit",
        "-k 2 -H 2 -p single -c alltoall -a upward-first-credit --control rom",
        "-n star --symbols 3 -p multi -c allgather --startup 3",
        "-n star --symbols 3 -p single -c alltoall --startup 2 --per-message 2",
        "-n star --symbols 3 -p single -c allgather --control rom",
        "-n torus --dims 3x3 -p multi -c broadcast --messages 2 -a matching",
        "-n mesh --dims 2x3 -p single -c alltoall -a matching",
        "-n k-ary-n-tree --arity 2 --height 2 -p multi -c scatter -a matching",
        "-n complete --processors 6 -c broadcast --messages 4",
        "-n complete --processors 8 -c broadcast --messages 3 --control rom",
        "-n complete --processors 5 --latency 3 --overhead 1 --gap 2 -c broadcast --messages 2",
        "-n complete --processors 4 --latency 3 --overhead 1 --gap 2 -c alltoall",
        "-n complete --processors 4 --latency 2 --gap 1 -c allgather",
        "-n complete --processors 9 --ports 2 -c broadcast --messages 5",
        "-n complete --processors 7 --ports 3 -c broadcast --messages 4 --control rom"}) {
    CHECK(simulated(scenario) == measured(scenario));
  }
}

TEST_CASE("nodes of a design have as many ports as they have links", "[cli][rtl]") {
  const Folder folder;
  const std::string path = folder.write("uneven.dot",
                                        "graph { hub [role=switch]; p0 -- hub; p1 -- hub;\n"
                                        "p2 -- hub; p2 -- p3; p3 -- p4; p2 -- p4 [lanes=2]; }\n");
  // hub, p0, p1, p2, p3, p4
  const std::multiset<std::string> degrees{"3", "1", "1", "4", "2", "3"};
  for (const std::string scenario :
       {"-c broadcast --messages 2 -p multi", "-c alltoall -p multi -a matching",
        "-c alltoall -p single -a matching", "-c allgather -p single -a matching",
        "-c reduce -p multi", "-c allreduce -p single"}) {
    const std::string whole = "-n " + path + " --seconds 5 " + scenario;
    CAPTURE(scenario);
    const Design design(whole);
    const std::string top = content(design.file("romcast_network.v"));
    const std::regex ports(
        "(?:store_node_single|store_node_multi|combining_node) #\\("
        "\\s*\\.PORTS\\((\\d+)\\)");
    std::multiset<std::string> found;
    for (std::sregex_iterator at(top.begin(), top.end(), ports), end; at != end; ++at) {
      found.insert((*at)[1]);
    }
    CHECK(found == degrees);
    CHECK(design.make("sim"));
    CAPTURE(design.output());
    CHECK(design.last_line() == measured(whole));
    CHECK(design.make("lint"));
  }
}

TEST_CASE("designs combine in Icarus Verilog what the co-simulation combines", "[cli][rtl]") {
  for (const std::string scenario :
       {"-k 2 -H 2 -p multi -c reduce", "-k 3 -H 2 -p single -c reduce --messages 3",
        "-n star --symbols 3 -p multi -c reduce --messages 2", "-n torus --dims 3x3 -c reduce",
        "-n mesh --dims 2x3 -p single -c reduce --messages 5", "-k 2 -H 2 -p multi -c allreduce",
        "-n torus --dims 3x3 -p multi -c allreduce --messages 3 -a matching",
        "-n star --symbols 3 -p multi -c reduce-scatter -a matching",
        "-n complete --processors 6 --latency 3 --overhead 1 --gap 2 -c reduce",
        "-n complete --processors 6 --latency 3 --overhead 2 --gap 2 -c reduce --messages 5",
        "-n complete --processors 8 -c allreduce --messages 8 -a rabenseifner",
        "-n complete --processors 7 --latency 2 --overhead 1 -c reduce-scatter -a bruck",
        "-n complete --processors 5 --latency 2 -c allreduce",
        "-n complete --processors 5 --latency 4 --overhead 2 --gap 3 -c allreduce",
        "-n complete --processors 6 --latency 3 --overhead 2 --gap 4 -c summation --operands 40",
        "-n complete --processors 8 --latency 2 -c summation --operands 30"}) {
    CHECK(simulated(scenario) == measured(scenario));
  }
}

TEST_CASE("a design's switches relay, and its processors add what comes by one link",
          "[cli][rtl]") {
  const Folder folder;
  const std::string hub =
      "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode c\nnode s switch\nedge a s\n"
      "edge b s\nedge c s\nports multi\ncollective ";
  // Both parts of a reduce come to c by its only link; in the allreduce the sum of all goes back.
  const std::string reduce = folder.write(
      "reduce",
      hub + "reduce source 2 switches relay\nhops\n1 a s 0\n2 s c 0\n2 b s 0\n3 s c 0\nend\n");
  const std::string allreduce = folder.write(
      "allreduce", hub +
                       "allreduce switches relay\nhops\n1 a s 0\n2 s b 0\n3 b s 0\n4 s c 0\n"
                       "5 c s 0\n6 s a 0\n6 s b 0\nend\n");
  // A part that waits in the relay is not mixed with the sum that has left it.
  const std::string waits = folder.write(
      "waits",
      hub + "reduce source 2 switches relay\nhops\n1 a s 0\n2 s c 0\n2 b s 0\n5 s c 0\nend\n");
  CHECK(simulated(waits) == "cycles 5 hops 4 delivered 2 errors 0");
  CHECK(measured(waits) == "cycles 5 hops 4 delivered 2 errors 0");
  CHECK(simulated(reduce) == "cycles 3 hops 4 delivered 2 errors 0");
  CHECK(simulated(allreduce) == "cycles 6 hops 7 delivered 6 errors 0");
  CHECK(measured(reduce) == "cycles 3 hops 4 delivered 2 errors 0");
  CHECK(measured(allreduce) == "cycles 6 hops 7 delivered 6 errors 0");
}

TEST_CASE("a design finds a value that is combined twice, in another order, or not at all",
          "[cli][rtl]") {
  struct Fault {
    std::string file, right, wrong;
  };
  const auto finds = [](const std::string& scenario, const std::vector<Fault>& faults) {
    const Design design(scenario);
    REQUIRE(design.make("sim"));
    for (const auto& [file, right, wrong] : faults) {
      CAPTURE(scenario, wrong);
      const std::string good = content(design.file(file));
      std::string bad = good;
      REQUIRE(bad.find(right) != std::string::npos);
      bad.replace(bad.find(right), right.size(), wrong);
      design.write(file, bad);
      CHECK_FALSE(design.make("sim"));
      design.write(file, good);
    }
  };
  const std::string sums = "rtl/combine_sums.v", parts = "rtl/combine_parts.v";
  finds("-n complete --processors 4 -c allreduce --messages 2 -a recursive-doubling",
        {{"rtl/combine_operands.v", "assign comes = in_valid;\n      assign came  = in_data;",
          "reg again; reg [63:0] before; always @(posedge clk) {again, before} <= {in_valid, "
          "in_data};"
          " assign comes = in_valid || again; assign came = in_valid ? in_data : before;"},
         {sums, ".left (below ? more : sum),\n      .right(below ? sum : more)",
          ".left (sum),\n      .right(more)"},
         {sums, "if (adds) all[number]", "if (adds && below) all[number]"}});
  finds("-n complete --processors 5 -c allreduce --messages 3 -a reduce-broadcast",
        {{sums, "if (adds) all[number]", "if (adds) all[0]"},
         {sums, "whole ? more : sum_then", "sum_then"},
         {sums, "begun[wanted] ? all[wanted]", "begun[0] ? all[wanted]"}});
  finds("-n ring --processors 5 -p multi -c allreduce --messages 2 -a reduce-broadcast",
        {{parts, "|wholes ? one_whole : there", "1'b0 ? one_whole : there"},
         {parts, "now ? part : kept[wanted]", "kept[wanted]"},
         {"rtl/combine_in_order.v", "best == {PARTS{1'b0}} ||", "best != {PARTS{1'b0}} ||"}});
}

TEST_CASE("a design that is loaded through its port runs as one that loads itself", "[cli][rtl]") {
  const Design design("-n star --symbols 3 -p multi -c allgather --control rom");
  REQUIRE(design.make("sim"));
  const std::string line = design.last_line();
  CHECK(design.make("sim-port"));
  CHECK(design.last_line() == line);
}

TEST_CASE("designs run in Verilator, too, and lint without a warning", "[cli][rtl]") {
  for (const std::string scenario : {"-k 2 -H 2 -p multi -c allgather --control rom",
                                     "-k 2 -H 2 -p single -c alltoall -a upward-first-credit",
                                     "-n star --symbols 3 -p single -c alltoall"}) {
    CAPTURE(scenario);
    const Design design(scenario);
    const bool clean = design.make("lint");
    CAPTURE(design.output());
    CHECK(clean);
    CHECK_THAT(design.output(), !Contains("%Warning"));
  }
  const Design design("-k 2 -H 2 -p multi -c broadcast");
  CHECK(design.make("verilator"));
  CHECK(design.last_line() == measured("-k 2 -H 2 -p multi -c broadcast"));
}

TEST_CASE("a bit flipped in a word that is loaded, or in what is expected, fails the run",
          "[cli][rtl]") {
  const Design design("-k 2 -H 2 -p multi -c broadcast --control rom");
  for (const char* name : {"load.hex", "expected.hex"}) {
    const std::string good = content(design.file(name));
    std::string bad = good;
    char& digit = bad[bad.find('\n') - 1];
    digit = digit == '0' ? '1' : '0';
    design.write(name, bad);
    CAPTURE(name);
    CHECK_FALSE(design.make("sim"));
    CHECK_THAT(design.last_line(), !Catch::EndsWith("errors 0"));
    design.write(name, good);
  }
  CHECK(design.make("sim"));
}

TEST_CASE("designs synthesise", "[cli][rtl]") {
  const Design design("-k 2 -H 1 -p multi -c broadcast --control rom");
  for (const char* target : {"synth-xilinx"}) {
    CAPTURE(target);
    const bool made = design.make(target);
    CAPTURE(design.output());
    CHECK(made);
  }
}

TEST_CASE("a design of each kind of network synthesises, with what is loaded in block RAM",
          "[cli][rtl][long]") {
  struct Case {
    std::string scenario, target, ram;
    unsigned rams;  // at least
  };
  for (const Case& one : std::vector<Case>{
           // Per processor the messages that it sends and those that it expects.
           {"-k 2 -H 3 -p single -c alltoall -a upward-first-credit", "synth-ice40", "SB_RAM40_4K",
            16},
           // Per node the slots of its messages.
           {"-n star --symbols 3 -p single -c allgather --control rom", "synth-ecp5", "DP16KD", 6},
           {"-n complete --processors 4 -c broadcast --messages 3", "synth-ice40", "SB_RAM40_4K",
            4}}) {
    const Design design(one.scenario);
    CAPTURE(one.scenario, design.output());
    REQUIRE(design.make(one.target));
    const std::string cells = content(design.file("build/" + one.target + ".log"));
    const std::regex of_kind(one.ram + R"( +(\d+))");
    unsigned rams = 0;
    for (std::sregex_iterator i(cells.begin(), cells.end(), of_kind), end; i != end; ++i) {
      // The last figure is that of the whole design.
      rams = static_cast<unsigned>(std::stoul((*i)[1]));
    }
    CHECK(rams >= one.rams);
  }
}

TEST_CASE("the netlist of a design runs as the design, and a broken gate is seen",
          "[cli][rtl][long]") {
  const std::string scenario =
      "-k 2 -H 1 -p single -c alltoall -a upward-first-credit --messages 100";
  const Design design(scenario);
  for (const std::string family : {"ice40", "ecp5"}) {
    const bool same = design.make("netlist-" + family);
    CAPTURE(family, design.output());
    CHECK(same);
    CHECK(design.last_line() == measured(scenario));
  }
  design.write("cells/ecp5.v", std::regex_replace(content(design.file("cells/ecp5.v")),
                                                  std::regex(R"(INIT\[\{D, C, B, A\}\])"),
                                                  "INIT[{D, C, B, A}] ^ (INIT == 16'h8000)"));
  CHECK_FALSE(design.make("netlist-ecp5"));
}

TEST_CASE("a design is not written over somebody else's files among its cells", "[cli][rtl]") {
  const std::string scenario = " -k 2 -H 1 -p multi -c broadcast";
  const Design design(scenario);
  CHECK(call(words("rtl -o " + design.path() + scenario)).status == 0);
  design.write("cells/mine.v", "mine");
  const Finished refused = call(words("rtl -o " + design.path() + scenario));
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("other files"));
  CHECK(content(design.file("cells/mine.v")) == "mine");
}

TEST_CASE("a schedule file becomes a design", "[cli][rtl]") {
  const Folder folder;
  const std::string plan = folder.file("plan");
  REQUIRE(call(words("plan -k 2 -H 2 -p multi -c scatter -o " + plan)).status == 0);
  const Design design(plan);
  CHECK(design.make("sim"));
  CHECK(design.last_line() == measured("-k 2 -H 2 -p multi -c scatter"));
}

TEST_CASE("a GOAL program becomes a design, with the times of the command line", "[cli][rtl]") {
  const Folder folder;
  // Rank 1 computes before it sends, rank 2 sends after all messages have come; rank 3 is idle.
  const std::string goal = folder.write(
      "g",
      "num_ranks 4\nrank 0 {\na: send 9b to 1\nb: send 9b to 2 tag 7\n}\n"
      "rank 1 {\na: recv 9b from 0\nb: calc 5\nb requires a\nc: send 9b to 2\nc requires b\n}\n"
      "rank 2 {\na: recv 9b from 1\nb: recv 9b from -1 tag 7\nc: calc 8\nc requires a\n}\n"
      "rank 3 {\n}\n");
  const std::string times = " --latency 6 --overhead 2 --gap 4 --gap-per-byte 0.5";
  CHECK(simulated(goal + times) == measured(goal + times));

  const std::string output = folder.file("none");
  const Finished other = call(words("rtl " + goal + times + " --as allgather -o " + output));
  CHECK(other.status == 1);
  CHECK_THAT(other.err, Contains("no allgather"));
  const std::string idle = folder.write("idle", "num_ranks 2\nrank 0 {\ncalc 3\n}\nrank 1 {\n}\n");
  const Finished nothing = call(words("rtl " + idle + " -o " + output));
  CHECK(nothing.status == 2);
  CHECK(nothing.one_line());
  CHECK_THAT(nothing.err, Contains("nothing is sent"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("a folder that romcast rtl did not make is left alone", "[cli][rtl]") {
  const Design design("-k 2 -H 1 -p multi -c broadcast");
  CHECK(call(words("rtl -k 2 -H 1 -p multi -c broadcast -o " + design.path())).status == 0);
  design.write("notes.txt", "mine");
  const Finished done = call(words("rtl -k 2 -H 1 -p multi -c broadcast -o " + design.path()));
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK(content(design.file("notes.txt")) == "mine");
}
