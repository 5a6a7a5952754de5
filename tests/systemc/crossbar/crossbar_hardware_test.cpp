// SPDX-License-Identifier: Apache-2.0
// Fully connected networks on the Verilog: the trace is the plan, all counters agree, and wrong
// rows are noticed.
#include "systemc/crossbar/crossbar_hardware.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <tuple>

#include "conformance/cases.hpp"
#include "conformance/runs.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/schedule.hpp"
#include "systemc/cosimulation.hpp"

namespace {

using namespace romcast;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

struct Case {
  const char* algorithm;
  std::uint32_t processors, ports, messages, source = 0;
};

// Algorithms with computed rows, with periodic rows, and with rows that are not periodic.
const std::vector<Case> kCases{{"circulant", 13, 1, 7, 4},   {"fibonacci", 22, 1, 9},
                               {"binomial", 9, 1, 3, 8},     {"path", 6, 1, 5},
                               {"binary-tree", 7, 1, 6, 2},  {"d-ary-trees", 10, 1, 8},
                               {"hypercube", 16, 1, 6, 3},   {"rotation", 12, 1, 7},
                               {"k-tree", 12, 2, 9, 5},      {"rotation", 9, 2, 7, 1},
                               {"rotation", 10, 2, 8},       {"rotation-best", 14, 2, 7},
                               {"clipped-cube", 16, 3, 7, 6}};

Trial job_of(const Case& one, std::optional<Control> control, std::optional<FabricKind> fabric) {
  Scenario scenario{.network = "complete",
                    .network_options = {{"processors", std::to_string(one.processors)}},
                    .ports = std::to_string(one.ports),
                    .collective = "broadcast",
                    .algorithm = one.algorithm,
                    .source = one.source,
                    .messages = one.messages};
  return {std::move(scenario), {.control = control, .fabric = fabric}};
}

// Checks that a run passed, that its trace is the plan, and that its counters agree with the plan.
void check_report(const Case& one, const Json& report) {
  CAPTURE(one.algorithm, one.processors, one.ports, one.messages);
  INFO((report.contains("error") ? report["error"] : report["failures"]).dump());
  REQUIRE_FALSE(report.contains("error"));
  CHECK(report["verdict"] == "pass");
  CHECK(report["trace_equals_plan"] == true);
  const Json& hardware = report["hardware"];
  const std::uint64_t deliveries = std::uint64_t{one.processors - 1} * one.messages;
  CHECK(hardware["delivered"] == deliveries);
  CHECK(hardware["cycles"] == report["plan"]["cycles"]);
  CHECK(hardware["hops"] == report["plan"]["hops"]);
  for (const char* flag : {"overflows", "underflows", "contentions"}) CHECK(hardware[flag] == 0);
  CHECK(hardware["max_queue"].is_null());
  CHECK(report["cost"]["evaluations"] == report["cost"]["switch_cycles"]);
}

// Rows of three processors, written by hand: in round R = 0, 1, .. processor v sends message R - v
// to processor v + 1, for v = 0 and 1.
CompleteRoms path_rows(std::uint32_t messages) {
  CompleteRoms roms{.ports = 1, .rate = 1, .last_round = messages + 1, .messages = messages};
  roms.programs = {
      {{.send = true, .line = 1, .offset = 0}}, {{.send = true, .line = 2, .offset = 1}}, {{}}};
  roms.program_of = {0, 1, 2};
  return roms;
}
constexpr std::uint32_t kMessages = 4;

struct Outcome {
  std::uint64_t contention = 0, underflow = 0, duplicate = 0, delivered = 0, flits = 0;
  std::uint32_t hops = 0;  // hops of the trace
  LinkFlit trace[64] = {};
};

// Runs the rows as they are, right or wrong, in a child process.
Outcome run_rows(const CrossbarNodes& nodes) {
  void* shared =
      mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  auto* outcome = new (shared) Outcome;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto hardware = std::make_shared<CrossbarHardware>(nodes);
    const ModelStore store;
    std::vector<ModelSpec> models = hardware->description().models();
    models.push_back(ModelStore::time_base_spec());
    store.prepare(models);
    const Readings result = cosimulate({.topology = nodes.complete,
                                        .hardware = hardware,
                                        .last_hop = kMessages + 1,
                                        .trace =
                                            [outcome](std::span<const LinkFlit> flits) {
                                              for (const LinkFlit& flit : flits)
                                                outcome->trace[outcome->hops++] = flit;
                                            }},
                                       store);
    for (const NodeRegisters& one : result.switches) {
      outcome->underflow += one.registers.up("underflow") ? 1 : 0;
      outcome->duplicate += one.registers.up("duplicate") ? 1 : 0;
    }
    outcome->contention = result.crossbar->up("contention") ? 1 : 0;
    outcome->flits = static_cast<std::uint64_t>(result.crossbar->at("flits"));
    outcome->delivered = result.delivered;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
  const Outcome copy = *outcome;
  munmap(shared, sizeof(Outcome));
  return copy;
}

CrossbarNodes decoded(const CompleteRoms& roms) {
  return {.complete = std::make_shared<const Complete>(3),
          .collective = Collective(CollectiveKind::broadcast, 3, 0, kMessages),
          .roms = std::make_shared<const CompleteRoms>(roms)};
}
CrossbarNodes selected(const CompleteRoms& roms, const FabricRom& fabric) {
  CrossbarNodes nodes = decoded(roms);
  nodes.fabric = std::make_shared<const FabricRom>(fabric);
  return nodes;
}

// Output 1 comes from input 0, output 2 from input 1: {valid, source} in 3 bits each, output 0
// lowest.
constexpr std::uint32_t kPathRow = 0b101'100'000;

using Key = std::tuple<Cycle, LinkId, NodeId>;
std::set<Key> keys(const Outcome& outcome) {
  std::set<Key> result;
  for (std::uint32_t i = 0; i < outcome.hops; ++i) {
    result.emplace(outcome.trace[i].cycle, outcome.trace[i].link, outcome.trace[i].to);
  }
  return result;
}
std::set<Key> path_hops() {
  std::set<Key> result;
  for (Cycle m = 0; m < kMessages; ++m) result.insert({{m + 1, 0, 1}, {m + 2, 1, 2}});
  return result;
}

}  // namespace

TEST_CASE("Every broadcast on a fully connected network runs as planned under every control") {
  struct Way {
    std::optional<Control> control;
    std::optional<FabricKind> fabric;
    const char *reported, *switches;
  };
  const std::vector<Way> ways{{std::nullopt, std::nullopt, "rule", "crossbar"},
                              {Control::rom, FabricKind::crossbar, "rom", "crossbar"},
                              {std::nullopt, FabricKind::benes, "rom", "benes"},
                              {Control::rom, FabricKind::benes, "rom", "benes"}};
  std::vector<Trial> jobs;
  for (const Way& way : ways) {
    for (const Case& one : kCases) jobs.push_back(job_of(one, way.control, way.fabric));
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Way& way = ways[i / kCases.size()];
    CAPTURE(way.reported, way.switches);
    check_report(kCases[i % kCases.size()], reports[i]);
    CHECK(reports[i]["hardware"]["control"] == way.reported);
    CHECK(reports[i]["scenario"]["fabric"] == way.switches);
    CHECK(reports[i]["rom"]["images"].is_null() == (std::string(way.reported) == "rule"));
  }
}

TEST_CASE("Processors of cubes compute their rows unless ROMs are asked for") {
  std::vector<Trial> jobs;
  for (const Case& one :
       {Case{"hypercube", 8, 1, 4}, Case{"rotation", 9, 2, 4}, Case{"circulant", 8, 1, 4}}) {
    for (const auto control : {std::optional<Control>{}, std::optional{Control::rom}}) {
      jobs.push_back(job_of(one, control, std::nullopt));
    }
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  const std::vector<bool> computed{true, false, true, false, false, false};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    CAPTURE(i);
    CHECK(reports[i]["verdict"] == "pass");
    CHECK(reports[i]["rom"]["processors"]["images"].is_null() == computed[i]);
  }
}

TEST_CASE("Rows written by hand run as they say") {
  for (const CrossbarNodes& control :
       {decoded(path_rows(kMessages)),
        selected(path_rows(kMessages), {RomImage(9, {{kPathRow}})})}) {
    const Outcome outcome = run_rows(control);
    CHECK(keys(outcome) == path_hops());
    CHECK(outcome.delivered == 2 * kMessages);
    CHECK(outcome.flits == 2 * kMessages);
    CHECK(outcome.contention + outcome.underflow + outcome.duplicate == 0);
  }
}

TEST_CASE("Two senders to one line are flagged and nothing comes through") {
  CompleteRoms roms = path_rows(kMessages);
  roms.programs[1][0].line = 1;  // collides with the flit of processor 0
  const Outcome outcome = run_rows(decoded(roms));
  CHECK(outcome.contention == 1);
  // Processor 1 receives message 0 in cycle 1; from then on processors 0 and 1 both send on line 1.
  CHECK(keys(outcome).contains({1, 0, 1}));
  CHECK_FALSE(keys(outcome).contains({2, 0, 1}));
}

TEST_CASE("A wrong row of a crossbar is flagged and is no hop of the plan") {
  // Outputs 1 and 2 both come from input 0: the flit of input 0 is doubled, the flit of input 1 is
  // dropped.
  const Outcome doubled =
      run_rows(selected(path_rows(kMessages), {RomImage(9, {{0b100'100'000}})}));
  CHECK(doubled.contention == 1);
  CHECK(keys(doubled) != path_hops());
  // Output 0 instead of output 1 comes from input 0: the flit leaves over a link that the network
  // does not have.
  const Outcome astray = run_rows(selected(path_rows(kMessages), {RomImage(9, {{0b101'000'100}})}));
  CHECK(keys(astray).contains({1, 3, 0}));
}

TEST_CASE("A wrong offset is an underflow or another message") {
  CompleteRoms early = path_rows(kMessages);
  early.programs[1][0].offset = 0;  // processor 1 sends each message in the round of its arrival
  CHECK(run_rows(decoded(early)).underflow == 1);
  CompleteRoms late = path_rows(kMessages);
  late.programs[1][0].offset = 2;
  CHECK(keys(run_rows(decoded(late))) != path_hops());
}
