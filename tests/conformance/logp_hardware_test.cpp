// SPDX-License-Identifier: Apache-2.0
// LogP machines on the Verilog: theory = plan = hardware, hop by hop, also where processors combine
// values. The machines have few latencies and few sizes of crossbars, as each latency and each size
// needs its own models; overheads, gaps, processors and sources are straps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <queue>

#include "cases.hpp"
#include "runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

struct LogpMachine {
  std::uint32_t processors = 8, latency = 6, overhead = 2, gap = 4, source = 0;
};
constexpr LogpMachine kFigure1{};
constexpr LogpMachine kFigure6{.latency = 5};

Scenario scenario(const LogpMachine& m, const char* collective, const char* algorithm,
                  std::uint32_t messages = 1) {
  Scenario result{.network = "complete",
                  .network_options = {{"processors", std::to_string(m.processors)}},
                  .collective = collective,
                  .algorithm = algorithm,
                  .source = m.source,
                  .timing = {.latency = m.latency, .overhead = m.overhead, .gap = m.gap}};
  if (result.collective == "summation") {
    result.operands = messages;
  } else {
    result.messages = messages;
  }
  return result;
}

// B(P), the cycles of a broadcast among P processors, by simulation: every processor that has the
// item sends it every max(g, o) cycles, and each send reaches a new processor after L + 2o cycles.
std::uint64_t broadcast_time(const LogpMachine& m) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> sends;
  sends.push(0);
  std::uint64_t last = 0;
  for (std::uint32_t reached = 1; reached < m.processors; ++reached) {
    const std::uint64_t begin = sends.top();
    sends.pop();
    last = begin + m.latency + 2 * m.overhead;
    sends.push(begin + std::max(m.gap, m.overhead));
    sends.push(last);
  }
  return last;
}

void check_pass(const Json& report) {
  const std::string error = report.contains("error") ? report["error"].get<std::string>() : "";
  INFO(error);
  REQUIRE(error.empty());
  INFO(report["failures"].dump());
  CHECK(report["verdict"] == "pass");
  CHECK(report["trace_equals_plan"] == true);
  const Json &plan = report["plan"], &hardware = report["hardware"], &theory = report["theory"];
  CHECK(hardware["cycles"] == plan["cycles"]);
  if (!theory["formula_cycles"].is_null()) CHECK(hardware["cycles"] == theory["formula_cycles"]);
  CHECK(hardware["hops"] == plan["hops"]);
  CHECK(hardware["delivered"] == hardware["expected"]);
  CHECK(hardware["delivered"] == plan["expected"]);
  CHECK(hardware["ordered"] == plan["ordered"]);
  CHECK(hardware["item_delay"] == plan["item_delay"]);
  for (const char* flag : {"overflows", "underflows", "contentions"}) CHECK(hardware[flag] == 0);
  CHECK(hardware["violations"].empty());
}

// The reports of all scenarios, after checking each.
std::vector<Json> passed(const std::vector<Scenario>& scenarios) {
  std::vector<Trial> jobs;
  for (const Scenario& one : scenarios) jobs.push_back({one, {}});
  std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Timing& timing = scenarios[i].timing;
    INFO(romcast::test::describe(scenarios[i])
         << " --latency " << timing.latency << " --overhead " << timing.overhead << " --gap "
         << timing.gap << " --operands " << scenarios[i].operands.value_or(0));
    check_pass(reports[i]);
  }
  return reports;
}

Json cycles_of(const Json& report) { return report["hardware"]["cycles"]; }
Json images_of(const Json& report) { return report["rom"]["processors"]["images"]; }

std::vector<LogpMachine> grid(std::uint32_t latency) {
  std::vector<LogpMachine> all;
  for (const auto& [overhead, gap] : {std::pair{0U, 1U}, {2U, 4U}, {3U, 1U}, {1U, 3U}}) {
    all.push_back({8, latency, overhead, gap, 0});
    all.push_back({5, latency, overhead, gap, 4});
  }
  return all;
}

std::vector<LogpMachine> grids() {
  std::vector<LogpMachine> all = grid(3);
  for (const LogpMachine& m : grid(6)) all.push_back(m);
  return all;
}

}  // namespace

TEST_CASE("LogP hardware broadcasts as fast as every processor can send") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grids()) all.push_back(scenario(m, "broadcast", "optimal-tree"));
  const std::vector<Json> reports = passed(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(cycles_of(reports[i]) == broadcast_time(grids()[i]));
  }
}

TEST_CASE("LogP hardware reduces as fast as it broadcasts") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grids()) all.push_back(scenario(m, "reduce", "reversed-tree"));
  const std::vector<Json> reports = passed(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(cycles_of(reports[i]) == broadcast_time(grids()[i]));
  }
}

TEST_CASE("LogP hardware exchanges and combines by one program for all") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grids()) {
    all.push_back(scenario(m, "alltoall", "cyclic"));
    all.push_back(scenario(m, "allreduce", "combining"));
  }
  for (const Json& report : passed(all)) CHECK(images_of(report) == 1);
}

TEST_CASE("LogP hardware combines several values of each processor on their own") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grid(6)) {
    for (const char* algorithm :
         {"ring", "rabenseifner", "recursive-doubling", "reduce-broadcast"}) {
      all.push_back(scenario(m, "allreduce", algorithm, 7));
    }
    for (const char* algorithm : {"ring", "bruck"}) {
      all.push_back(scenario(m, "reduce-scatter", algorithm, 2));
    }
    all.push_back(scenario(m, "reduce", "block-cyclic", 5));
  }
  passed(all);
}

TEST_CASE("collectives that combine take the rounds of their formulas in hardware") {
  struct Known {
    std::uint32_t processors;
    const char *collective, *algorithm;
    std::uint32_t messages;
    unsigned cycles;
  };
  const std::vector<Known> known{{5, "allreduce", "ring", 5, 2 * 4},
                                 {5, "allreduce", "ring", 15, 2 * 4 * 3},
                                 {8, "allreduce", "recursive-doubling", 1, 3},
                                 {7, "allreduce", "recursive-doubling", 1, 4},
                                 {8, "allreduce", "rabenseifner", 16, 2 * 16 * 7 / 8},
                                 {6, "allreduce", "rabenseifner", 8, 2 * 8 * 3 / 4 + 2 * 8},
                                 {7, "allreduce", "reduce-broadcast", 4, 2 * (4 + 3 - 1)},
                                 {6, "allreduce", "double-binary-tree", 9, 0},
                                 {7, "allreduce", "combining", 1, 3},
                                 {8, "reduce-scatter", "recursive-halving", 3, 3 * 7},
                                 {7, "reduce-scatter", "bruck", 3, 3 * 6},
                                 {7, "reduce-scatter", "ring", 3, 3 * 6},
                                 {6, "reduce", "circulant", 9, 9 + 3 - 1}};
  std::vector<Scenario> all;
  for (const Known& one : known) {
    all.push_back(
        scenario({one.processors, 1, 0, 1, 0}, one.collective, one.algorithm, one.messages));
  }
  const std::vector<Json> reports = passed(all);
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].cycles > 0) CHECK(cycles_of(reports[i]) == known[i].cycles);
  }
}

TEST_CASE("LogP hardware gathers and exchanges several messages of each processor") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grid(6)) {
    all.push_back(scenario(m, "allgather", "cyclic", 1));
    all.push_back(scenario(m, "allgather", "cyclic", 3));
    all.push_back(scenario(m, "alltoall", "cyclic", 2));
  }
  passed(all);
}

TEST_CASE("LogP hardware sums up") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grids()) {
    for (const std::uint32_t operands : {2U, 9U, 100U}) {
      all.push_back(scenario(m, "summation", "summation-tree", operands));
    }
  }
  passed(all);
}

TEST_CASE("LogP hardware needs the times of the figures") {
  const std::vector<Json> reports = passed({scenario(kFigure1, "broadcast", "optimal-tree"),
                                            scenario(kFigure6, "summation", "summation-tree", 79)});
  CHECK(cycles_of(reports[0]) == 24);
  CHECK(cycles_of(reports[1]) == 28);
  CHECK(reports[1]["hardware"]["ordered"] == true);
}

TEST_CASE("LogP hardware broadcasts many items by blocks with a ROM of one size") {
  std::vector<Scenario> all;
  for (const std::uint32_t items : {1U, 5U, 64U}) {
    for (const std::uint32_t processors : {5U, 7U, 8U}) {
      const LogpMachine m{processors, 3, 0, 1, processors / 2};
      all.push_back(scenario(m, "broadcast", "block-cyclic", items));
    }
    all.push_back(scenario(kFigure1, "broadcast", "block-cyclic", items));
  }
  const std::vector<Json> reports = passed(all);
  for (std::size_t i = 0; i < 3; ++i) {
    const Json &few = reports[i + 4], &many = reports[i + 8];
    CHECK(few["rom"]["processors"]["bits_total"] == many["rom"]["processors"]["bits_total"]);
    // The source sends an item per cycle: 64 - 5 more items take as many more cycles.
    CHECK(cycles_of(many) == cycles_of(few).get<std::uint64_t>() + 64 - 5);
  }
}

TEST_CASE("LogP hardware meets the bound of Theorem 3.1 with a steady state and a tail") {
  // The bound for k = 24 items is B(P-1) + L + k - 1 - k*; on the three machines B(P-1) = 5, 6 and
  // 6, L = 2, and the theorem's k* = 1.
  const std::vector<std::pair<std::uint32_t, unsigned>> machines{{9, 29}, {13, 30}, {14, 30}};
  std::vector<Scenario> all;
  for (const auto& [processors, cycles] : machines) {
    all.push_back(scenario({processors, 2, 0, 1, processors - 1}, "broadcast", "tail", 24));
  }
  all.push_back(scenario(kFigure1, "broadcast", "tail", 9));
  const std::vector<Json> reports = passed(all);
  for (std::size_t i = 0; i < machines.size(); ++i) {
    CHECK(cycles_of(reports[i]) == machines[i].second);
  }
}

TEST_CASE("LogP hardware gathers at all by a broadcast of each processor") {
  std::vector<Scenario> all;
  for (const LogpMachine& m : grids()) all.push_back(scenario(m, "allgather", "broadcasts"));
  passed(all);
}

TEST_CASE("LogP hardware with queues never needs more than two places") {
  std::vector<Scenario> all;
  for (const std::uint32_t processors : {7U, 8U}) {
    for (const std::uint32_t items : {1U, 12U, 40U}) {
      const LogpMachine m{processors, 3, 0, 1, processors - 1};
      all.push_back(scenario(m, "broadcast", "buffered", items));
    }
  }
  std::uint32_t most = 0;
  for (const Json& report : passed(all)) {
    const auto high = report["hardware"]["max_queue"].get<std::uint32_t>();
    CHECK(high == report["plan"]["max_queue"]);
    CHECK(high <= 2);
    most = std::max(most, high);
  }
  CHECK(most == 2);
}
