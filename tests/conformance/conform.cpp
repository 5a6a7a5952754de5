// SPDX-License-Identifier: Apache-2.0
#include "conform.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "romcast/core/schedule_file.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/core/tree_rules.hpp"

namespace romcast::test {
namespace {

using Json = nlohmann::ordered_json;

const char* control_name(Control control) { return control == Control::rom ? "rom" : "rule"; }

bool on_tree(const Json& report) { return report["scenario"]["network"] == "fat-tree"; }

bool has_rules(const Scenario& scenario) {
  const Job job = resolve(scenario);
  const Plan plan = job.algorithm.build(job.problem);
  return plan.hints.find<TreeRules>() || plan.hints.find<StarRules>();
}

// The hardware's counters must equal the judge's figures for the plan.
void check_queues(const Json& report) {
  const Json& plan = report["plan"]["queues"];
  const Json& hardware = report["hardware"]["queues"];
  REQUIRE(plan.size() == hardware.size());
  // Neither switches with credits nor nodes with stores have queues per direction.
  const bool none = !on_tree(report) || report["plan"]["depths"][0]["queue"] == "port";
  for (std::size_t i = 0; i < plan.size(); ++i) {
    INFO("level " << plan[i]["level"]);
    CHECK(hardware[i]["level"] == plan[i]["level"]);
    CHECK(hardware[i]["max_queue"] == plan[i]["max_queue"]);
    CHECK(hardware[i]["max_waiting"] == plan[i]["max_waiting"]);
    for (const char* fifo : {"max_up_fifo", "max_down_fifo"}) {
      if (none) {
        CHECK(hardware[i][fifo].is_null());
      } else {
        CHECK(hardware[i][fifo] == plan[i][fifo]);
      }
    }
  }
  CHECK(report["hardware"]["depths"] == report["plan"]["depths"]);
  CHECK(report["hardware"]["max_queue"] == report["plan"]["max_queue"]);
  CHECK(report["hardware"]["max_waiting"] == report["plan"]["max_waiting"]);
}

void check_rom(const Json& report, Control control) {
  CHECK(report["hardware"]["control"] == control_name(control));
  const Json &node_rom = report["rom"], &processor_rom = node_rom["processors"];
  for (const Json* one : {&node_rom, &processor_rom}) {
    const Json& rom = *one;
    if (control == Control::rule) {
      CHECK(rom["images"].is_null());
      continue;
    }
    const auto images = rom["images"].get<std::uint64_t>();
    const auto most = rom["words_max"].get<std::uint64_t>() * rom["word_bits"].get<std::uint64_t>();
    CHECK(images >= 1);
    CHECK(rom["bits_total"].get<std::uint64_t>() <= images * most);
    // Only the ROMs of a star graph's processors, which list their own messages, may be empty: the
    // number of the only own message has no bits.
    if (!on_tree(report) && &rom != &node_rom) continue;
    CHECK(most >= 1);
    CHECK(rom["bits_total"].get<std::uint64_t>() >= rom["words_max"].get<std::uint64_t>());
  }
}

void check_pass(const Json& report, Control control) {
  const std::string error = report.contains("error") ? report["error"].get<std::string>() : "";
  INFO(error);
  REQUIRE(error.empty());
  INFO(report["failures"].dump());
  CHECK(report["verdict"] == "pass");
  CHECK(report["failures"].empty());
  CHECK(report["trace_equals_plan"] == true);
  const Json &plan = report["plan"], &hardware = report["hardware"], &theory = report["theory"];
  CHECK(hardware["cycles"] == plan["cycles"]);
  if (!theory["formula_cycles"].is_null()) CHECK(hardware["cycles"] == theory["formula_cycles"]);
  CHECK(hardware["hops"] == plan["hops"]);
  CHECK(hardware["delivered"] == hardware["expected"]);
  CHECK(hardware["delivered"] == plan["expected"]);
  for (const char* flag : {"overflows", "underflows", "contentions"}) CHECK(hardware[flag] == 0);
  CHECK(hardware["violations"].empty());
  check_queues(report);
  check_rom(report, control);
}

std::vector<Hop> hops_of(const std::string& file) {
  std::vector<Hop> hops = load_schedule(file).hops;
  std::ranges::sort(hops, [](const Hop& a, const Hop& b) {
    return std::tie(a.cycle, a.link, a.message) < std::tie(b.cycle, b.link, b.message);
  });
  return hops;
}

}  // namespace

void conform(const std::vector<Scenario>& scenarios) {
  const TemporaryFolder folder;
  std::vector<Trial> jobs;
  // Maps the index of each job by rule to the index of the same scenario's job by ROM.
  std::map<std::size_t, std::size_t> by_rom;
  const auto add = [&](const Scenario& scenario, Control control) {
    jobs.push_back({scenario, {.control = control}});
    jobs.back().options.save_trace = folder.file(std::to_string(jobs.size() - 1));
  };
  for (const Scenario& scenario : scenarios) add(scenario, Control::rom);
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    if (!has_rules(scenarios[i])) continue;
    by_rom.emplace(jobs.size(), i);
    add(scenarios[i], Control::rule);
  }
  const std::vector<Json> reports = run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Control control = *jobs[i].options.control;
    INFO(describe(jobs[i].scenario) << " --control " << control_name(control));
    check_pass(reports[i], control);
    const auto same = by_rom.find(i);
    if (same == by_rom.end()) continue;
    const auto rule = hops_of(jobs[i].options.save_trace);
    CHECK(rule == hops_of(jobs[same->second].options.save_trace));
  }
}

}  // namespace romcast::test
