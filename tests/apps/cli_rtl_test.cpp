// SPDX-License-Identifier: Apache-2.0
// Verilog designs from the command line: in Icarus Verilog and in Verilator they must give the
// figures of the co-simulation, and they must synthesise.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

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
  /// Runs a target of the design's Makefile; returns true if make exits with status 0. output() has
  /// the text that make and its commands print.
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

// Returns the position in `load` of the last digit of the last line that loads an expected message;
// npos if there is no such line.
std::size_t last_expected(const json& description, const std::string& load) {
  const unsigned below = description["word_bits"].get<unsigned>() + 32;
  std::size_t found = std::string::npos;
  for (std::size_t begin = 0, end = 0; (end = load.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    unsigned long target = 0;
    for (std::size_t bit = below; bit < below + 16; ++bit) {
      const std::size_t digit = end - 1 - bit / 4;
      if (digit < begin || digit > end) continue;
      const unsigned value = static_cast<unsigned>(std::stoul(load.substr(digit, 1), nullptr, 16));
      target |= (value >> bit % 4 & 1UL) << (bit - below);
    }
    const std::string what = description["targets"][target]["what"];
    if (what.find("must come") != std::string::npos) found = end - 1;
  }
  REQUIRE(found != std::string::npos);
  return found;
}

// True if the testbench found this flag set at some node.
bool shows_flag(const json& description, const std::string& output, const std::string& flag) {
  const std::regex held(R"(register (\d+) holds 1, not 0;)");
  std::set<unsigned> up;
  for (std::sregex_iterator at(output.begin(), output.end(), held), end; at != end; ++at) {
    up.insert(static_cast<unsigned>(std::stoul((*at)[1])));
  }
  for (const json& one : description["registers"]) {
    if (one["register"] == flag && up.contains(one["address"].get<unsigned>())) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("designs measure in Icarus Verilog what the co-simulation measures", "[cli][rtl][slow]") {
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
        "-n complete --processors 6 --ports 3 --latency 4 -c broadcast --messages 5",
        "-n complete --processors 6 --ports 2 --latency 2 -c allgather --messages 2",
        "-n complete --processors 5 --ports 2 -c allgather -a bruck --messages 3",
        "-n complete --processors 7 --ports 3 -c broadcast --messages 4 --control rom"}) {
    CHECK(simulated(scenario) == measured(scenario));
  }
}

TEST_CASE("nodes of a design have as many ports as they have links", "[cli][rtl][slow]") {
  const Folder folder;
  const std::string path = folder.write("uneven.dot",
                                        "graph { hub [role=switch]; p0 -- hub; p1 -- hub;\n"
                                        "p2 -- hub; p2 -- p3; p3 -- p4; p2 -- p4 [lanes=2]; }\n");
  // Degrees of hub, p0, p1, p2, p3, p4.
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
        "rmc_(?:store_node_single|store_node_multi|combining_node) #\\("
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

TEST_CASE("designs combine in Icarus Verilog what the co-simulation combines", "[cli][rtl][slow]") {
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
  // In the reduce, the values of nodes `a` and `b` both reach `c` over its only link, s-c; in the
  // allreduce, `c` sends the sum back over s-c.
  const std::string reduce = folder.write(
      "reduce",
      hub + "reduce source 2 switches relay\nhops\n1 a s 0\n2 s c 0\n2 b s 0\n3 s c 0\nend\n");
  const std::string allreduce = folder.write(
      "allreduce", hub +
                       "allreduce switches relay\nhops\n1 a s 0\n2 s b 0\n3 b s 0\n4 s c 0\n"
                       "5 c s 0\n6 s a 0\n6 s b 0\nend\n");
  // The relay `s` keeps the value of `b` until cycle 5, and must not add the value of `a`, which
  // leaves `s` in cycle 2.
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
  const std::string sums = "rtl/rmc_combine_sums.v", parts = "rtl/rmc_combine_parts.v";
  finds("-n complete --processors 4 -c allreduce --messages 2 -a recursive-doubling",
        {{"rtl/rmc_combine_operands.v", "assign comes = in_valid;\n      assign came  = in_data;",
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
         {"rtl/rmc_combine_in_order.v", "best == {PARTS{1'b0}} ||", "best != {PARTS{1'b0}} ||"}});
}

TEST_CASE("memories of a design are as deep as its schedule needs, and a slot less overflows",
          "[cli][rtl][slow]") {
  struct Case {
    std::string scenario, module;
    std::vector<std::string> parameters;
  };
  const std::string timed = "-n complete --processors 6 --latency 3 --overhead 2 --gap 2 ";
  for (const Case& one : std::vector<Case>{
           {"-k 2 -H 3 -p single -c alltoall", "fat_tree_switch_single", {"DEPTH"}},
           {"-k 2 -H 3 -p multi -c allgather -a flooding", "fat_tree_switch_multi", {"DEPTH"}},
           {"-n torus --dims 3x3 -p single -c alltoall -a matching",
            "store_node_single",
            {"STORE_DEPTH"}},
           {"-n torus --dims 3x3 -p multi -c alltoall -a matching",
            "store_node_multi",
            {"LINK_DEPTH", "OWN_DEPTH"}},
           {"-n star --symbols 3 -p multi -c allgather --control rom",
            "store_node_multi",
            {"LINK_DEPTH", "OWN_DEPTH"}},
           {"-n star --symbols 3 -p single -c allgather --control rule",
            "store_node_single",
            {"STORE_DEPTH"}},
           {"-n star --symbols 3 -p multi -c allgather --startup 3",
            "store_node_multi",
            {"LINK_DEPTH", "OWN_DEPTH"}},
           {"-n star --symbols 3 -p single -c alltoall --control rule",
            "store_node_single",
            {"DEPTH"}},
           {"-n k-ary-n-tree --arity 2 --height 2 -p multi -c alltoall -a matching",
            "store_node_multi",
            {"LINK_DEPTH", "OWN_DEPTH"}},
           {"-n complete --processors 6 -c broadcast --messages 5", "complete_port", {"MESSAGES"}},
           {"-n complete --processors 6 --ports 2 -c broadcast --messages 3 --control rom",
            "complete_port",
            {"MESSAGES"}},
           {timed + "-c broadcast --messages 3", "logp_port", {"MESSAGES"}},
           {"-n complete --processors 7 --latency 3 -c broadcast -a buffered --messages 12",
            "logp_port",
            {"QUEUE_DEPTH"}}}) {
    const Design design(one.scenario);
    REQUIRE(design.make("sim"));
    CHECK(design.last_line() == measured(one.scenario));
    CHECK(design.make("lint"));
    const json description = design.description();
    const std::string top = content(design.file("romcast_network.v"));
    for (const std::string& parameter : one.parameters) {
      // Each value of the parameter is the depth of a memory in some nodes. Queues of trees also
      // get their depth by a strap.
      const std::string begin = "(rmc_" + one.module + R"( #\([^;]*?\.)" + parameter + R"(\()",
                        tail = R"([^;]*?\.places\(\d+'h))";
      const bool strapped = one.module.starts_with("fat_tree");
      const std::regex value(begin + R"()(\d+)\))");
      std::set<std::string> values;
      for (std::sregex_iterator at(top.begin(), top.end(), value), end; at != end; ++at) {
        values.insert((*at)[2]);
      }
      REQUIRE_FALSE(values.empty());
      for (const std::string& depth : values) {
        const unsigned less = static_cast<unsigned>(std::stoul(depth)) - 1;
        if (depth == "0" || (strapped && less == 0)) continue;
        CAPTURE(one.scenario, parameter, depth);
        const std::string shallow =
            strapped ? std::regex_replace(
                           top, std::regex(begin + depth + R"(\))" + tail + "([0-9a-f]+)"),
                           "$01" + fmt::format("{:x}", less))
                     : std::regex_replace(top, std::regex(begin + ")" + depth + R"(\))"),
                                          "$01" + std::to_string(less) + ")");
        REQUIRE(shallow != top);
        design.write("romcast_network.v", shallow);
        CHECK_FALSE(design.make("sim"));
        CAPTURE(design.output());
        CHECK(shows_flag(description, design.output(), "overflow"));
      }
      design.write("romcast_network.v", top);
    }
  }
}

TEST_CASE("a design without statistics checks what comes, and its nodes show no register",
          "[cli][rtl][slow]") {
  for (const std::string scenario :
       {"-k 2 -H 2 -p single -c alltoall", "-k 2 -H 2 -p multi -c allgather --control rom",
        "-k 2 -H 2 -p single -c alltoall -a upward-first-credit",
        "-n torus --dims 3x3 -p multi -c alltoall -a matching",
        "-n star --symbols 3 -p single -c alltoall", "-n torus --dims 3x3 -c reduce",
        "-n complete --processors 6 -c broadcast --messages 4",
        "-n complete --processors 5 --latency 3 --overhead 1 --gap 2 -c broadcast --messages 2"}) {
    CAPTURE(scenario);
    const Design design(scenario + " --statistics 0");
    CHECK(design.make("sim"));
    CAPTURE(design.output());
    CHECK_THAT(design.last_line(), Contains(" hops 0 ") && Catch::EndsWith("errors 0"));
    CHECK(design.make("lint"));
    const json registers = design.description()["registers"];
    CHECK_FALSE(registers.empty());
    for (const json& one : registers) {
      for (const char* none : {"hops", "queue_high", "overflow", "underflow", "contention"}) {
        CHECK(one["register"] != none);
      }
    }
    // Changes the last hex digit of an expected message.
    std::string load = content(design.file("load.hex"));
    char& digit = load[last_expected(design.description(), load)];
    digit = digit == '0' ? '1' : '0';
    design.write("load.hex", load);
    CHECK_FALSE(design.make("sim"));
  }
  const Finished refused = call(words("rtl -k 2 -H 1 -c broadcast --statistics 2 -o /tmp/none"));
  CHECK(refused.status == 2);
}

TEST_CASE("the printed figures of a design without statistics have no hops", "[cli][rtl]") {
  const Folder folder;
  const Finished made = call(Words{"rtl", "-o", folder.file("design")} +
                             "-n ring --processors 4 -c broadcast --statistics 0");
  CHECK_THAT(made.out, Contains("expected: cycles 2 hops 0 delivered 3"));
}

TEST_CASE("a design without statistics is smaller", "[cli][rtl][long]") {
  const std::string scenario = "-k 2 -H 2 -p single -c alltoall -a upward-first-credit";
  const auto luts = [&](const std::string& more) {
    const Design design(scenario + more);
    REQUIRE(design.make("synth-ice40"));
    const std::string cells = content(design.file("build/synth-ice40.log"));
    std::smatch found;
    REQUIRE(std::regex_search(cells, found, std::regex(R"(SB_LUT4 +(\d+))")));
    return std::stoul(found[1]);
  };
  CHECK(luts(" --statistics 0") * 10 < luts("") * 9);
}

TEST_CASE("a multi-port node of a design has no array that its schedule never reads",
          "[cli][rtl]") {
  const Design design("-n ring --processors 6 -p multi -c alltoall -a matching");
  const std::string top = content(design.file("romcast_network.v"));
  CHECK_THAT(top, Contains(".SHARED(0)"));
  // On a ring a message keeps its direction, so each port reads one bank. Bit bank * 2 + port of
  // UNREAD is set if the port never reads the bank.
  CHECK_THAT(top, Contains(".UNREAD(6)"));
  CHECK(design.make("sim"));
  CHECK(design.make("lint"));
  // A ROM word that reads an omitted array raises a flag.
  design.write("romcast_network.v",
               std::regex_replace(top, std::regex(R"(UNREAD\(6\))"), "UNREAD(7)"));
  CHECK_FALSE(design.make("sim"));
  CAPTURE(design.output());
  CHECK(shows_flag(design.description(), design.output(), "contention"));
}

TEST_CASE("a design that is loaded through its port runs as one that loads itself", "[cli][rtl]") {
  const Design design("-n star --symbols 3 -p multi -c allgather --control rom");
  REQUIRE(design.make("sim"));
  const std::string line = design.last_line();
  CHECK(design.make("sim-port"));
  CHECK(design.last_line() == line);
}

TEST_CASE("designs run in Verilator, too, and lint without a warning", "[cli][rtl][slow]") {
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

TEST_CASE("a design's crossbar and read port are the same in simulation and in synthesis",
          "[cli][rtl][slow]") {
  const Design design("-n complete --processors 6 -c broadcast --messages 2");
  const std::string top = content(design.file("romcast_network.v"));
  CHECK_THAT(top, !Contains("SYNTHESIS"));
  REQUIRE(design.make("sim"));
  const auto noticed = [&](const std::string& file, const std::string& right,
                           const std::string& wrong, const std::string& target) {
    CAPTURE(file, wrong, target);
    const std::string good = content(design.file(file));
    std::string bad = good;
    REQUIRE(bad.find(right) != std::string::npos);
    bad.replace(bad.find(right), right.size(), wrong);
    design.write(file, bad);
    CHECK_FALSE(design.make(target));
    design.write(file, good);
  };
  const std::string column = "rtl/rmc_crossbar_column.v";
  for (const char* target : {"sim", "verilator"}) {
    noticed(column, "passed | (", "passed & (", target);
  }
  noticed(column, "= passed(closed, in)", "= {1'b0, passed(closed, in)}", "lint");
  noticed("romcast_network.v", "4'd0: part0 <=", "4'd15: part0 <=", "sim");
}

TEST_CASE("loops of programs run in a design, and a sequencer that does not repeat is noticed",
          "[cli][rtl]") {
  const std::string scenario = "-k 2 -H 3 -p single -c alltoall --control rom";
  const Design design(scenario);
  REQUIRE(design.make("sim"));
  CHECK(design.last_line() == measured(scenario));
  const std::string file = "rtl/rmc_sequencer.v", good = content(design.file(file));
  const std::string repeats = "passes != more_passes";
  REQUIRE(good.find(repeats) != std::string::npos);
  std::string bad = good;
  design.write(file, bad.replace(bad.find(repeats), repeats.size(), "1'b0"));
  CHECK_FALSE(design.make("sim"));
}

TEST_CASE("modules of a design stand beside a user's queue, crossbar and sequencer", "[cli][rtl]") {
  for (const std::string scenario :
       {"-k 2 -H 2 -p single -c alltoall --control rom", "-n complete --processors 4 -c broadcast",
        "-n star --symbols 3 -p multi -c allgather --control rom",
        "-n torus --dims 3x3 -c reduce"}) {
    CAPTURE(scenario);
    const Design design(scenario);
    std::istringstream files(content(design.file("files.f")));
    std::string others;
    unsigned modules = 0;
    for (std::string file; std::getline(files, file);) {
      if (file == "romcast_network.v") continue;
      REQUIRE(file.starts_with("rtl/rmc_"));
      const std::string name = file.substr(4, file.size() - 6);
      CHECK_THAT(content(design.file(file)), Contains("\nmodule " + name + " "));
      CHECK_THAT(content(design.file("romcast_network.core")), Contains("- " + file + "\n"));
      others += "module " + name.substr(4) + "; endmodule\n";
      ++modules;
    }
    CHECK(modules > 5);
    design.write("others.v", others);
    design.write("files.f", content(design.file("files.f")) + "others.v\n");
    CHECK(design.make("sim"));
    CHECK(design.last_line() == measured(scenario));
  }
}

TEST_CASE("a design's reset passes two registers, and so do the words to be loaded", "[cli][rtl]") {
  const Design design("-n complete --processors 4 -c allreduce --latency 2 --messages 2");
  const std::string top = content(design.file("romcast_network.v"));
  CHECK_THAT(top, Contains("reset_before <= {reset_before[0], rst};"));
  CHECK_THAT(top, !Contains(".rst(rst)"));
  CHECK_THAT(top, Contains("loaded_before <="));
  // The first word arrives in the clock in which `rst` falls.
  CHECK(design.make("sim-port"));
  CHECK(design.make("lint"));
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

TEST_CASE("designs synthesise", "[cli][rtl][slow]") {
  const Design design("-k 2 -H 1 -p multi -c broadcast --control rom");
  for (const char* target : {"synth-xilinx"}) {
    CAPTURE(target);
    const bool made = design.make(target);
    CAPTURE(design.output());
    CHECK(made);
    // Flattened: cells are optimised across the modules.
    CHECK_THAT(content(design.file("build/" + std::string(target) + ".log")),
               !Contains("design hierarchy"));
  }
}

TEST_CASE("a design of each kind of network synthesises, with what is loaded in block RAM",
          "[cli][rtl][long]") {
  struct Case {
    std::string scenario, target, ram;
    unsigned rams;  // the fewest block RAMs
  };
  for (const Case& one : std::vector<Case>{
           // Two block RAMs per processor: for the messages that it sends, and for those that it
           // expects.
           {"-k 2 -H 3 -p single -c alltoall -a upward-first-credit", "synth-ice40", "SB_RAM40_4K",
            16},
           // One per node: the slots of its messages.
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

TEST_CASE("a design is not written over a user's files among its modules and cells", "[cli][rtl]") {
  const std::string scenario = " -k 2 -H 1 -p multi -c broadcast";
  for (const char* mine : {"cells/mine.v", "rtl/mine.v", "rtl/rmc_notes.txt"}) {
    CAPTURE(mine);
    const Design design(scenario);
    CHECK(call(words("rtl -o " + design.path() + scenario)).status == 0);
    design.write(mine, "mine");
    const Finished refused = call(words("rtl -o " + design.path() + scenario));
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("other files"));
    CHECK(content(design.file(mine)) == "mine");
  }
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
  // Rank 1 computes before it sends, rank 2 computes after an arrival, and rank 3 is idle.
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
