// SPDX-License-Identifier: Apache-2.0
// Queue depths of fat trees, star graphs and buffered LogP machines: a run with the depth that the
// plan needs passes. In a run with one slot less, if the algorithm allows this, a queue overflows.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/core/tree_rules.hpp"
#include "romcast/run/run.hpp"
#include "runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Network;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

bool has_rules(const Scenario& scenario) {
  const Job job = resolve(scenario);
  const Plan plan = job.algorithm.build(job.problem);
  return plan.hints.find<TreeRules>() || plan.hints.find<StarRules>();
}

// The largest number of slots that the plan needs in one queue.
std::uint32_t needed(const Trial& job) {
  Scenario scenario = job.scenario;
  scenario.hardware.control = job.options.control;
  Run run(resolve(scenario));
  std::uint32_t most = 0;
  for (const QueueDepth& depth : run.depths()) most = std::max(most, depth.needed);
  return most;
}

Trial with_depth(Trial job, std::uint32_t depth) {
  job.scenario.hardware.queue_depth = depth;
  return job;
}

void check_enough(const Json& report) {
  INFO(report.dump());
  REQUIRE(!report.contains("error"));
  CHECK(report["verdict"] == "pass");
  CHECK(report["hardware"]["overflows"] == 0);
  CHECK(report["hardware"]["depths"] == report["plan"]["depths"]);
  for (const Json& depth : report["hardware"]["depths"]) {
    CHECK(depth["built"] == report["scenario"]["queue_depth"]);
  }
}

void check_too_shallow(const Json& report, std::uint32_t needed) {
  INFO(report.dump());
  REQUIRE(!report.contains("error"));
  CHECK(report["verdict"] == "fail");
  CHECK(report["hardware"]["overflows"] > 0);
  const std::string first = report["failures"][0];
  CHECK_THAT(first, Catch::Contains("too shallow") &&
                        Catch::Contains(" needs " + std::to_string(needed) + " slots"));
}

// CHECKs that each scenario passes with the depth needed and overflows with one slot less (if the
// algorithm allows this), by ROM and, if its plan has local rules and `logp` is false, by rule.
void check_depths(const std::vector<Scenario>& scenarios, bool logp = false) {
  std::vector<Trial> jobs;
  std::vector<std::uint32_t> needs;
  for (const Scenario& scenario : scenarios) {
    const std::uint32_t least = resolve(scenario).algorithm.least_queue_depth;
    for (const Control control : {Control::rom, Control::rule}) {
      if (control == Control::rule && (logp || !has_rules(scenario))) continue;
      const Trial job{scenario, {.control = control}};
      const std::uint32_t need = std::max(needed(job), least);
      for (const std::uint32_t depth : {need, need - 1}) {
        if (depth < least) continue;
        jobs.push_back(with_depth(job, depth));
        needs.push_back(need);
      }
    }
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    INFO(romcast::test::describe(jobs[i].scenario)
         << (*jobs[i].options.control == Control::rom ? " --control rom" : " --control rule"));
    if (*jobs[i].scenario.hardware.queue_depth == needs[i]) {
      check_enough(reports[i]);
    } else {
      check_too_shallow(reports[i], needs[i]);
    }
  }
}

Network tree(const char* arity, const char* height, const char* capacity) {
  return {.options = {{"arity", arity}, {"height", height}, {"capacity", capacity}}};
}

}  // namespace

TEST_CASE("Queues of a binary tree hold what they need and overflow with a place less") {
  check_depths(romcast::test::scenarios({{tree("2", "3", "constant")}, {1}, false}));
}

TEST_CASE("Queues of branches with several links hold what they need and overflow with less",
          "[long]") {
  check_depths(romcast::test::scenarios({{tree("3", "2", "1,2")}, {2}, false}));
}

TEST_CASE("Stores of star graphs hold what they need and overflow with a place less", "[long]") {
  check_depths(romcast::test::scenarios(
      {.networks = {romcast::test::star_graph(3)}, .messages = {2}, .timings = {Timing{1, 2}}}));
}

TEST_CASE("Stores of S_4 hold what they need and overflow with a place less", "[long]") {
  check_depths(
      romcast::test::scenarios({.networks = {romcast::test::star_graph(4)}, .all_options = false}));
}

TEST_CASE("Input queues of LogP machines hold what they need and overflow with a place less") {
  std::vector<Scenario> all;
  for (const std::uint32_t latency : {1U, 3U}) {
    all.push_back({.network = "complete",
                   .network_options = {{"processors", "7"}},
                   .collective = "broadcast",
                   .algorithm = "buffered",
                   .messages = 12,
                   .timing = {.latency = latency}});
  }
  check_depths(all, true);
}
