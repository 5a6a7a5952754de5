// SPDX-License-Identifier: Apache-2.0
// Broadcasts and allgathers run on the Verilog of processors with several ports, with and without a
// latency: the hardware follows the plan hop by hop, and a broadcast by a single box of processors
// has the item delay of this box.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

struct PortedMachine {
  std::uint32_t processors = 5, ports = 2, latency = 1, source = 0;
};

Scenario ported(const PortedMachine& m, const char* collective, const char* algorithm,
                std::uint32_t messages, Options options = {}) {
  return {.network = "complete",
          .network_options = {{"processors", std::to_string(m.processors)}},
          .ports = std::to_string(m.ports),
          .collective = collective,
          .algorithm = algorithm,
          .algorithm_options = std::move(options),
          .source = m.source,
          .messages = messages,
          .timing = {.latency = m.latency}};
}

// The number of processors that have a message t cycles after its source began to send it, if each
// processor that has the message sends it on every port in every cycle, always to processors that
// lack it (of which there are always enough).
std::uint64_t ported_holders(std::uint64_t t, const PortedMachine& m) {
  std::uint64_t all = 1;
  for (std::uint64_t s = 0; s + m.latency <= t; ++s) all += m.ports * ported_holders(s, m);
  return all;
}

void check_ported(const Json& report) {
  const std::string error = report.contains("error") ? report["error"].get<std::string>() : "";
  INFO(error);
  REQUIRE(error.empty());
  INFO(report["failures"].dump());
  CHECK(report["verdict"] == "pass");
  CHECK(report["trace_equals_plan"] == true);
  const Json &plan = report["plan"], &hardware = report["hardware"], &theory = report["theory"];
  CHECK(hardware["cycles"] == plan["cycles"]);
  CHECK(hardware["cycles"] >= theory["lower_bound"]);
  if (!theory["formula_cycles"].is_null()) CHECK(hardware["cycles"] == theory["formula_cycles"]);
  CHECK(hardware["delivered"] == hardware["expected"]);
  CHECK(hardware["hops"] == hardware["expected"]);
  CHECK(hardware["item_delay"] == plan["item_delay"]);
  for (const char* flag : {"overflows", "underflows", "contentions"}) CHECK(hardware[flag] == 0);
}

std::vector<Json> ported_reports(const std::vector<Scenario>& scenarios) {
  std::vector<Trial> jobs;
  for (const Scenario& one : scenarios) jobs.push_back({one, {}});
  std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    INFO(romcast::test::describe(scenarios[i]) << " --latency " << scenarios[i].timing.latency);
    check_ported(reports[i]);
  }
  return reports;
}

// The machines share one model of a crossbar, of 16 lines: processors times ports, rounded up to a
// power of 2.
const std::vector<PortedMachine> kMachines{{5, 3, 3, 0}, {5, 3, 9, 4}, {8, 2, 2, 3}, {7, 2, 5, 6}};

}  // namespace

TEST_CASE("one message reaches as many processors of the hardware as all ports can serve") {
  std::vector<Scenario> all;
  for (const PortedMachine& m : kMachines) all.push_back(ported(m, "broadcast", "optimal-tree", 1));
  const std::vector<Json> reports = ported_reports(all);
  for (std::size_t i = 0; i < kMachines.size(); ++i) {
    const auto cycles = reports[i]["hardware"]["cycles"].get<std::uint64_t>();
    CAPTURE(i, cycles);
    CHECK(ported_holders(cycles, kMachines[i]) >= kMachines[i].processors);
    CHECK(ported_holders(cycles - 1, kMachines[i]) < kMachines[i].processors);
  }
}

TEST_CASE("hardware with several ports and a latency broadcasts several messages as planned") {
  std::vector<Scenario> all;
  for (const PortedMachine& m : kMachines) {
    for (const std::uint32_t messages : {2U, 3U, 20U}) {
      for (const char* algorithm : {"rarest-first", "k-tree"}) {
        all.push_back(ported(m, "broadcast", algorithm, messages));
      }
    }
  }
  ported_reports(all);
}

TEST_CASE(
    "hardware with several ports gathers k messages at any time, the first after the latency") {
  std::vector<Scenario> all;
  for (const PortedMachine& m : {kMachines[0], kMachines[3], PortedMachine{5, 3, 1, 0}}) {
    for (const char* algorithm : {"cyclic", "bruck"}) {
      all.push_back(ported(m, "allgather", algorithm, 2));
      if (m.latency > 1) continue;
      all.push_back(ported(m, "allgather", algorithm, 7));
    }
  }
  for (const Json& report : ported_reports(all)) {
    const Json& asked = report["scenario"];
    if (asked["algorithm"] != "cyclic") continue;
    const auto k = std::stoul(asked["ports"].get<std::string>());
    const unsigned long all_but_own =
        (asked["processors"].get<unsigned long>() - 1) * asked["messages"].get<unsigned long>();
    CHECK(report["hardware"]["cycles"] ==
          asked["latency"].get<unsigned long>() - 1 + (all_but_own + k - 1) / k);
  }
}

TEST_CASE("items of a box alone have its delay on the hardware") {
  const std::vector<Scenario> all{
      ported({.processors = 4, .ports = 2}, "broadcast", "rotation", 9, {{"box", "nice"}}),
      ported({.processors = 10, .ports = 2}, "broadcast", "rotation", 9, {{"box", "nice"}}),
      ported({.processors = 6, .ports = 2}, "broadcast", "rotation", 9, {{"box", "special"}}),
      ported({.processors = 12, .ports = 2}, "broadcast", "rotation", 9, {{"box", "special"}}),
      ported({.processors = 9, .ports = 2}, "broadcast", "rotation", 9, {{"continuous", "on"}})};
  const std::vector<Json> reports = ported_reports(all);
  // An item takes one round to enter the box, and then d rounds in a nice box or d + 1 rounds in a
  // special box, with d of BoxShape. Boxes 0 and 1 are nice, 2 and 3 special; d = 1, 2, 1, 2.
  for (const auto& [i, delay] : {std::pair{0, 2}, {1, 3}, {2, 3}, {3, 4}}) {
    CHECK(reports[static_cast<std::size_t>(i)]["hardware"]["item_delay"] == delay);
  }
  CHECK(reports[4]["hardware"]["item_delay"] == reports[4]["theory"]["item_delay"]);
}
