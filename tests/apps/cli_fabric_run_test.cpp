// SPDX-License-Identifier: Apache-2.0
// Fabrics that the command line co-simulates: figures of each flow, broken tables, bad input.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// `--seconds 0` ends the search for a shorter period, which does not exist.
const std::string kFourTiles = "-n torus --dims 2x2 --tiles ",
                  kSmallTorus = kFourTiles + "--seconds 0 ";
const char* const kFlows =
    "flow camera from p0 to p3 words 3 latency 20\nflow motor from p3 to p1 latency 12\n"
    "flow all from p2 to p0,p1 words 2\n";

nlohmann::json fabric_run(const std::string& command, int status = 0) {
  const Finished done = call(Words{"run", "--json", "-"} + command);
  CAPTURE(command, done.err);
  REQUIRE(done.status == status);
  return done.json();
}

// The figures of the plan, without a co-simulation.
nlohmann::json planned(const std::string& command) {
  const Finished done = call(Words{"plan", "-p", "multi", "--json", "-"} + command);
  CAPTURE(command, done.err);
  REQUIRE(done.status == 0);
  return done.json();
}

void check_all_pass(const nlohmann::json& report) {
  CHECK(report["verdict"] == "pass");
  CHECK(report["failures"].empty());
  for (const auto& flow : report["flows"]) {
    CAPTURE(flow.dump());
    CHECK(flow["jitter"] == 0);
    if (flow["credit_only"] == true) continue;
    CHECK(flow["measured_latency"] == flow["latency"]);
    CHECK(flow["sent"] > 0);
    CHECK(flow["received"] == flow["sent"].get<std::uint64_t>() * flow["to"].size());
  }
}

}  // namespace

TEST_CASE("each flow of a fabric has the latency of its schedule and no jitter", "[cli][fabric]") {
  const auto report = fabric_run(kSmallTorus + "-c alltoall --fabric-period auto");
  check_all_pass(report);
  const auto plan = planned(kSmallTorus + "-c alltoall --period auto");
  CHECK(report["flows"].size() == 12);
  CHECK(report["periods"][0] == plan["plan"]["period"]["cycles"]);
  std::uint64_t longest = 0;
  for (const auto& flow : report["flows"])
    longest = std::max(longest, flow["latency"].get<std::uint64_t>());
  CHECK(longest == plan["plan"]["period"]["latency"]);
  CHECK(report["frames"] >= 16);
  // A COMMIT that drains the frames takes at most two frames, which have four clocks each, plus 16
  // clocks.
  CHECK(report["change_clocks"] <= 2 * 4 + 16);
}

TEST_CASE("flows of a file run with multicasts, credits and a second schedule", "[cli][fabric]") {
  const Folder folder;
  const std::string flows = folder.write("my.flows", kFlows);
  const std::string then =
      folder.write("then.flows", "flow camera from p0 to p3\nflow other from p1 to p2 words 2\n");
  const auto report = fabric_run(
      kFourTiles + "--seconds 1 --fabric-period auto --payload 16 --pauses steady --flows " +
      flows + " --then " + then);
  CHECK(report["verdict"] == "pass");
  CHECK(report["flows"][0]["words"] == 3);
  CHECK(report["flows"][0]["bound"] == 20);
  CHECK(report["periods"].size() == 2);
}

TEST_CASE("queues of the needed depth pass, and those of a word less are told", "[cli][fabric]") {
  const Folder folder;
  // Registers start with arbitrary values. A flow with several receivers never gets a credit, so a
  // wrong initial number of its credits would never be corrected.
  const std::string flows =
      "-n mesh --dims 2x2 --tiles --seconds 1 --flows " + folder.write("my.flows", kFlows);
  for (const std::string& scenario :
       {kSmallTorus + "-c alltoall", kSmallTorus + "-c alltoall --credits off", flows}) {
    CAPTURE(scenario);
    const auto report = fabric_run(scenario + " --fabric-period auto --check-depths");
    check_all_pass(report);
    unsigned checked = 0;
    for (const auto& end : report["endpoints"]) {
      for (const char* queue : {"tx", "rx"}) {
        if (end[queue]["needed_suffices"].is_null()) continue;
        ++checked;
        CHECK(end[queue]["needed_suffices"] == true);
        CHECK(end[queue]["one_less_suffices"] == false);
        CHECK(end[queue]["needed"] <= end[queue]["built"]);
      }
    }
    CHECK(checked >= 2);
  }
}

// A word without credit blocks the words of other flows in the queue of its source.
TEST_CASE("words of flows that lose their credits at different times fill the queue of a sink",
          "[cli][fabric]") {
  const Folder folder;
  const auto report =
      fabric_run("-n ring --processors 2 --tiles --fabric-period auto --check-depths --flows " +
                 folder.write("my.flows",
                              "flow a from p1 to p0\nflow b from p0 to p1\nflow c from p0 to p1\n"
                              "flow d from p0 to p1 words 5\nflow e from p1 to p0 words 5\n"));
  check_all_pass(report);
  for (const auto& end : report["endpoints"]) {
    CAPTURE(end.dump());
    CHECK(end["rx"]["needed_suffices"] == true);
    CHECK(end["rx"]["one_less_suffices"] == false);
  }
}

namespace {

// Clocks from slot 0 to the arrival of the last word, computed from the schedule: a word that is
// injected in slot s is ejected `after` slots later, and arrives one slot after that.
std::uint64_t latency_on_demand(const nlohmann::json& flow) {
  std::uint64_t most = 0;
  for (const auto& slot : flow["slots"]) {
    for (const auto& after : slot["after"]) {
      most = std::max(most, slot["slot"].get<std::uint64_t>() + after.get<std::uint64_t>() + 1);
    }
  }
  return most;
}

}  // namespace

TEST_CASE("frames on demand give each result in its clock, combined from the words of its sources",
          "[cli][fabric]") {
  const Folder folder;
  const std::string lines = folder.write(
      "my.flows",
      "reduce sum from p0,p1 to p3 words 2 operator add\nflow a from p2 to p0\n"
      "reduce least from all to p1,p2 operator min\nflow b from p3 to p1,p2 words 2\n");
  const std::string then = folder.write("then.flows",
                                        "reduce sum from p0,p1 to p3 words 20 operator add\n"
                                        "flow a from p2 to p0 words 3\n");
  for (const std::string& scenario : {
           kSmallTorus + "-c reduce --root 2 --operator max --signed --payload 8",
           kSmallTorus + "-c allreduce --messages 3 --payload 64",
           kSmallTorus + "-c reduce-scatter --operator min --signed --payload 16",
           kSmallTorus + "-c allreduce --operator or --payload 40",
           kSmallTorus + "-c reduce --operator and --pauses steady",
           kSmallTorus + "-c alltoall --on-demand",
           kSmallTorus + "--flows " + lines + " --then " + then,
       }) {
    CAPTURE(scenario);
    const auto report = fabric_run(scenario + " --fabric-period auto --frames 3");
    check_all_pass(report);
    CHECK(report["on_demand"] == true);
    const std::string ip = folder.file("ip");
    std::filesystem::remove_all(ip);
    std::string write = scenario;
    if (const auto at = write.find(" --pauses"); at != std::string::npos) write.resize(at);
    REQUIRE(call(Words{"fabric", "-o", ip} + write).status == 0);
    const auto made = nlohmann::json::parse(content(ip + "/fabric.json"));
    REQUIRE(made["flows"].size() == report["flows"].size());
    for (std::size_t f = 0; f < made["flows"].size(); ++f) {
      CHECK(report["flows"][f]["latency"] == latency_on_demand(made["flows"][f]));
      // Each table runs at least three frames without pauses and three with pauses. Without --then
      // both tables have this flow.
      const auto words = report["flows"][f]["words"].get<std::uint64_t>();
      if (scenario.find("--then") != std::string::npos) continue;
      CHECK(report["flows"][f]["sent"] >= 12 * words);
    }
    for (const auto& end : report["endpoints"]) CHECK(end["missed"] == 0);
  }
}

// Both sources are one link from the receiver, whose router needs two slots for the operator. The
// second table sends one slot later than the first, so it determines the latency.
TEST_CASE("the sum of two neighbours arrives four clocks after its slot", "[cli][fabric]") {
  const Folder folder;
  const std::string scenario = "-n ring --processors 3 --tiles --seconds 1 --flows " +
                               folder.write("my.flows", "reduce sum from p0,p2 to p1\n");
  const auto report = fabric_run(scenario + " --fabric-period auto");
  check_all_pass(report);
  REQUIRE(call(Words{"fabric", "-o", folder.file("ip")} + scenario).status == 0);
  const auto made = nlohmann::json::parse(content(folder.file("ip/fabric.json")));
  const auto slot = made["flows"][0]["slots"][1]["slot"].get<std::uint64_t>();
  REQUIRE(report["flows"].size() == 2);
  for (const auto& flow : report["flows"]) {
    CHECK(flow["measured_latency"] == slot + 4);
    CHECK(flow["sent"] == report["words"]);
  }
}

// Registers start with arbitrary values, which must not be taken for credits.
TEST_CASE("a flow with several receivers starts after any beginning", "[cli][fabric]") {
  const Folder folder;
  const std::string hosts = folder.write(
      "hosts.dot",
      "graph g { s [role=switch]; t [role=switch]; u [role=switch]; a [role=endpoint]; b "
      "[role=endpoint]; c [role=endpoint]; d [role=endpoint]; a -- s; b -- s; c -- t; d -- s; s -- "
      "t; t -- u; u -- s }");
  const std::string flows = folder.write("my.flows", "flow f from b to c,d\n");
  for (const char* period : {"5", "6", "8"}) {
    CAPTURE(period);
    const Finished done = call(Words{"run"} + ("-n " + hosts + " --flows " + flows +
                                               " --payload 8 --fabric-period " + period));
    CHECK(done.status == 0);
  }
}

TEST_CASE("tables with another operator fail the run of a reduction", "[cli][fabric]") {
  const Folder folder;
  const std::string scenario = kSmallTorus + "-c reduce --operator ";
  REQUIRE(call(Words{"fabric", "-o", folder.file("ip")} + (scenario + "min")).status == 0);
  const std::string tables = " --fabric-period auto --tables " + folder.file("ip/tables_0.hex");
  CHECK(fabric_run(scenario + "min" + tables)["verdict"] == "pass");
  const std::string failures = fabric_run(scenario + "max" + tables, 1)["failures"].dump();
  CHECK_THAT(failures, Contains("wrong on the links"));
  CHECK_THAT(failures, Contains("gets another word of flow reduce:p0 than was sent"));
}

TEST_CASE("sources on demand need queues for a frame, and no word less", "[cli][fabric]") {
  for (const std::string& scenario :
       {kSmallTorus + "-c alltoall --on-demand", kSmallTorus + "-c allreduce --messages 4"}) {
    CAPTURE(scenario);
    const auto report = fabric_run(scenario + " --fabric-period auto --check-depths");
    check_all_pass(report);
    for (const auto& end : report["endpoints"]) {
      CHECK(end["tx"]["needed"] == (scenario.find("alltoall") == std::string::npos ? 4 : 3));
      CHECK(end["tx"]["needed_suffices"] == true);
      CHECK(end["tx"]["one_less_suffices"] == false);
      CHECK(end["rx"]["needed_suffices"].is_null());
      CHECK(end["rx"]["high"] <= end["rx"]["built"]);
    }
  }
}

TEST_CASE("a flipped bit of a table fails the run of a fabric", "[cli][fabric]") {
  const Folder folder;
  REQUIRE(call(Words{"fabric", "-o", folder.file("ip")} + (kSmallTorus + "-c alltoall")).status ==
          0);
  const std::string tables = content(folder.file("ip/tables_0.hex"));
  const std::string run = "run " + kSmallTorus + "-c alltoall --fabric-period auto --tables ";
  CHECK(call(words(run + folder.file("ip/tables_0.hex"))).status == 0);
  unsigned changed = 0;
  for (std::size_t at = 0; at < tables.size(); at = tables.find('\n', at) + 1) {
    if (tables.substr(at + 8, 8) == "00000000") continue;
    if (++changed % 7 != 1) continue;  // a sample of the words of routers and endpoints
    std::string broken = tables;
    const std::string digits = "0123456789abcdef";
    broken[at + 15] = digits[digits.find(broken[at + 15]) ^ 1];  // the lowest bit
    CAPTURE(at);
    const Finished done = call(words(run + folder.write("broken.hex", broken)));
    CAPTURE(done.out, done.err);
    CHECK(done.status == 1);
    CHECK(done.one_line());
    CHECK_THAT(done.out, Contains("verdict  FAIL"));
    CHECK_THAT(done.err, Contains("verdict fail: the signature of the table of"));
  }
  CHECK(changed > 10);
}

TEST_CASE("a fabric that never answers, or whose tables stay locked, fails its run",
          "[cli][fabric]") {
  struct Fault {
    std::string sound, broken, failure;
  };
  const Fault fault = GENERATE(
      Fault{"bus_done <= stage[3];", "bus_done <= 1'b0;", "an access to address 0 is not answered"},
      Fault{"any_error, locked, bank", "any_error, 1'b1, bank",
            "STATUS after COMMIT is 24, not 20"});
  const Folder folder;
  const std::filesystem::path sources = ROMCAST_TEST_SOURCES;
  for (const char* part : {"rtl", "systemc"}) {
    std::filesystem::copy(sources / part, folder.file(part),
                          std::filesystem::copy_options::recursive);
  }
  std::string registers = content(folder.file("rtl/fabric/rmc_registers.v"));
  const std::size_t at = registers.find(fault.sound);
  REQUIRE(at != registers.npos);
  (void)folder.write("rtl/fabric/rmc_registers.v",
                     registers.replace(at, fault.sound.size(), fault.broken));
  const Finished done =
      call(words("run --json - " + kSmallTorus + "-c alltoall --fabric-period auto"),
           Environment{{"ROMCAST_ROOT", folder.file("")}, {"ROMCAST_CACHE", folder.file("cache")}});
  CAPTURE(done.err);
  REQUIRE(done.status == 1);
  const std::string failures = done.json()["failures"].dump();
  CHECK_THAT(failures, Contains(fault.failure));
  CHECK(failures.find("is not answered") == failures.rfind("is not answered"));
}

// Tiles must share Verilator's C++ for a tile: to compile the C++ once per tile takes minutes for
// large fabrics.
TEST_CASE("the model of four times as many tiles is about twice as large", "[cli][fabric][slow]") {
  const auto bytes = [](const std::string& tiles) {
    const Folder folder;
    const std::string cache = folder.file("models");
    const Finished done =
        call(words("run -n ring --tiles -c exchange --pattern shift --credits off --seconds 0 "
                   "--fabric-period auto --processors " +
                   tiles),
             Environment{{"ROMCAST_CACHE", cache}});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    std::uintmax_t size = 0;
    for (const auto& file : std::filesystem::directory_iterator(cache)) {
      if (file.path().extension() == ".so") size += file.file_size();
    }
    return size;
  };
  const auto few = bytes("6"), many = bytes("24");
  CHECK(few > 0);
  CHECK(many < 2 * few);  // 2.3 times if one input were not shared, 3.2 times if none were
}

TEST_CASE("runs of fabrics that cannot be made are refused in one line", "[cli][fabric]") {
  const auto refused = [](const std::string& command) {
    const Finished done = call(Words{"run"} + command);
    CAPTURE(command, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    return done.err;
  };
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period 2"),
             Contains("--fabric-period 2: 1 cycle too few for endpoint"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --period 4"),
             Contains("--period means nothing with --fabric-period"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --payload 128"),
             Contains("--payload 128") && Contains("at most 64 bits"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --on-demand --credits on"),
             Contains("--credits"));
  const Folder folder;
  CHECK_THAT(refused(kSmallTorus + "--fabric-period auto --on-demand --flows " +
                     folder.write("my.flows", kFlows)),
             Contains("flow camera allows a latency of 20 cycles"));
  CHECK_THAT(refused(kSmallTorus + "--fabric-period auto --flows " +
                     folder.write("a.flows", "reduce sum from p0,p1 to p3\n") + " --then " +
                     folder.write("b.flows", "reduce sum from p1,p2 to p3\n")),
             Contains("reduction sum has other sources in another mode; give it another name"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --frames 4"), Contains("--fabric-period"));
  CHECK_THAT(refused("-c alltoall --fabric-period auto"), Contains("--network is missing"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --tables /nowhere"),
             Contains("/nowhere"));
}
