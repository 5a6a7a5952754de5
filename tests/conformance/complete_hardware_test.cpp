// SPDX-License-Identifier: Apache-2.0
// Broadcasts in rounds for fully connected networks run on the Verilated interfaces and a fabric: a
// crossbar set by the flits' destinations or by ROM, or a Benes network. The hardware must follow
// the plan hop by hop, and its number of rounds must be in the oracle's range.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "complete_rounds.hpp"
#include "runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Grid;
using romcast::test::Trial;
using romcast::test::TrialOptions;
using Json = nlohmann::ordered_json;

// The grid's broadcasts that set neither option `box` nor option `continuous` and whose algorithm
// the oracle knows (it knows no algorithm for LogP machines).
std::vector<Scenario> broadcasts(Grid grid) {
  grid.collective = CollectiveKind::broadcast;
  std::vector<Scenario> all = romcast::test::scenarios(grid);
  std::erase_if(all, [](const Scenario& scenario) {
    return !romcast::test::CompleteRounds::algorithms().contains(scenario.algorithm) ||
           scenario.algorithm_options.contains("box") ||
           scenario.algorithm_options.contains("continuous");
  });
  return all;
}

// Each fabric between the processors with each control that it has.
std::vector<TrialOptions> fabrics() {
  return {{.control = Control::rule, .fabric = FabricKind::crossbar},
          {.control = Control::rom, .fabric = FabricKind::crossbar},
          {.control = Control::rom, .fabric = FabricKind::benes}};
}

oracle::complete::Job job_of(const Scenario& scenario) {
  const unsigned long n = std::stoul(scenario.network_options.at("processors"));
  const unsigned long k = scenario.ports == "single" ? 1 : std::stoul(scenario.ports);
  return {static_cast<unsigned>(n), scenario.messages, static_cast<unsigned>(k)};
}

unsigned degree_of(const Scenario& scenario) {
  const auto found = scenario.algorithm_options.find("degree");
  return found == scenario.algorithm_options.end()
             ? 0
             : static_cast<unsigned>(std::stoul(found->second));
}

void check_flags(const Json& hardware) {
  for (const char* flag : {"overflows", "underflows", "contentions"}) CHECK(hardware[flag] == 0);
  CHECK(hardware["violations"].empty());
}

void check_run(const Scenario& scenario, const TrialOptions& options, const Json& report,
               romcast::test::CompleteRounds& rounds) {
  const std::string error = report.contains("error") ? report["error"].get<std::string>() : "";
  INFO(error);
  REQUIRE(error.empty());
  INFO(report["failures"].dump());
  CHECK(report["verdict"] == "pass");
  CHECK(report["failures"].empty());
  CHECK(report["trace_equals_plan"] == true);
  const oracle::complete::Job job = job_of(scenario);
  const auto range = rounds.of(scenario.algorithm, job, degree_of(scenario));
  const Json &plan = report["plan"], &hardware = report["hardware"];
  CHECK(hardware["cycles"] == plan["cycles"]);
  CHECK(hardware["cycles"].get<unsigned>() >= range.least);
  CHECK(hardware["cycles"].get<unsigned>() <= range.most);
  const std::uint64_t deliveries = std::uint64_t{job.n - 1} * job.m;
  CHECK(hardware["hops"] == deliveries);
  CHECK(hardware["delivered"] == deliveries);
  CHECK(hardware["control"] == (*options.control == Control::rom ? "rom" : "rule"));
  check_flags(hardware);
}

void conform(const std::vector<Scenario>& scenarios, const std::vector<TrialOptions>& all_options) {
  std::vector<Trial> jobs;
  for (const TrialOptions& options : all_options) {
    for (const Scenario& scenario : scenarios) jobs.push_back({scenario, options});
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  romcast::test::CompleteRounds rounds;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    INFO(romcast::test::describe(jobs[i].scenario)
         << (jobs[i].options.fabric == FabricKind::benes ? " --fabric benes" : "")
         << (jobs[i].options.control == Control::rom ? " --control rom" : " --control rule"));
    check_run(jobs[i].scenario, jobs[i].options, reports[i], rounds);
  }
}

Grid one_port() {
  return {.networks = romcast::test::complete_networks({5, 7, 8}), .messages = {1, 2, 5}};
}

Grid several_ports() {
  return {.networks = romcast::test::complete_networks({5, 8, 9}),
          .messages = {1, 3, 7},
          .port_counts = {2, 3, 4}};
}

}  // namespace

TEST_CASE("Every broadcast in rounds on fully connected networks is run in hardware") {
  std::set<std::string> run;
  for (const Grid& grid : {one_port(), several_ports()}) {
    for (const Scenario& scenario : broadcasts(grid)) run.insert(scenario.algorithm);
  }
  CHECK(run == romcast::test::CompleteRounds::algorithms());
}

TEST_CASE("Hardware follows theory on fully connected networks with one port") {
  conform(broadcasts(one_port()), fabrics());
}

TEST_CASE("Hardware follows theory on fully connected networks with several ports") {
  std::vector<Scenario> scenarios = broadcasts(several_ports());
  std::erase_if(scenarios, [](const Scenario& scenario) { return scenario.ports == "single"; });
  conform(scenarios, fabrics());
}

TEST_CASE("Hardware follows theory on fully connected networks with lines to spare") {
  const Grid grid{
      .networks = romcast::test::complete_networks({27}), .messages = {9}, .all_options = false};
  conform(broadcasts(grid), fabrics());
}
