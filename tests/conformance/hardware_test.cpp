// Every algorithm on the Verilated switches, by local rules and by schedule ROMs: theory = plan =
// hardware, hop by hop and queue by queue.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "cases.hpp"
#include "romcast/schedule_file.hpp"
#include "runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Grid;
using romcast::test::Job;
using romcast::test::Network;
using Json = nlohmann::ordered_json;

const char* control_name(Control control) { return control == Control::rom ? "rom" : "rule"; }

// The hardware's counters must say what the judge found in the plan.
void check_queues(const Json& report) {
  const Json& plan = report["plan"]["queues"];
  const Json& hardware = report["hardware"]["queues"];
  REQUIRE(plan.size() == hardware.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    INFO("level " << plan[i]["level"]);
    CHECK(hardware[i]["level"] == plan[i]["level"]);
    CHECK(hardware[i]["max_queue"] == plan[i]["max_queue"]);
    CHECK(hardware[i]["max_waiting"] == plan[i]["max_waiting"]);
    // The switch with credits has no queue per direction.
    const bool credits = report["scenario"]["algorithm"] == "upward-first-credit";
    for (const char* fifo : {"max_up_fifo", "max_down_fifo"}) {
      if (credits) {
        CHECK(hardware[i][fifo].is_null());
      } else {
        CHECK(hardware[i][fifo] == plan[i][fifo]);
      }
    }
  }
  CHECK(report["hardware"]["max_queue"] == report["plan"]["max_queue"]);
  CHECK(report["hardware"]["max_waiting"] == report["plan"]["max_waiting"]);
}

void check_rom(const Json& report, Control control) {
  CHECK(report["hardware"]["control"] == control_name(control));
  for (const Json& rom : {report["rom"], report["rom"]["processors"]}) {
    if (control == Control::rule) {
      CHECK(rom["images"].is_null());
      continue;
    }
    const auto images = rom["images"].get<std::uint64_t>();
    const auto most = rom["words_max"].get<std::uint64_t>() * rom["word_bits"].get<std::uint64_t>();
    CHECK(images >= 1);
    CHECK(most >= 1);
    CHECK(rom["bits_total"].get<std::uint64_t>() >= rom["words_max"].get<std::uint64_t>());
    CHECK(rom["bits_total"].get<std::uint64_t>() <= images * most);
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

// Runs every scenario by rule and by ROM; both must pass and leave the same trace.
void conform(const std::vector<Scenario>& scenarios) {
  const romcast::test::TemporaryFolder folder;
  constexpr Control kBoth[] = {Control::rule, Control::rom};
  std::vector<Job> jobs;
  for (const Control control : kBoth) {
    for (const Scenario& scenario : scenarios) {
      jobs.push_back({scenario, {.control = control}});
      jobs.back().options.save_trace = folder.file(std::to_string(jobs.size() - 1));
    }
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Control control = *jobs[i].options.control;
    INFO(romcast::test::describe(jobs[i].scenario) << " --control " << control_name(control));
    check_pass(reports[i], control);
    if (i < scenarios.size()) continue;
    const auto rule = hops_of(jobs[i - scenarios.size()].options.save_trace);
    CHECK(rule.size() == reports[i]["plan"]["hops"]);
    CHECK(rule == hops_of(jobs[i].options.save_trace));
  }
}

std::vector<Scenario> with_depth(const std::vector<Scenario>& all, std::uint32_t depth,
                                 const std::function<bool(const Algorithm&)>& choose) {
  std::vector<Scenario> result;
  for (Scenario scenario : all) {
    if (!choose(*resolve(scenario).algorithm)) continue;
    scenario.queue_depth = depth;
    result.push_back(std::move(scenario));
  }
  return result;
}

// The switch with credits has two places per port, whatever is asked for.
bool has_depth(const Algorithm& algorithm) { return algorithm.name != "upward-first-credit"; }

std::vector<Network> constant_tree(unsigned arity, unsigned height) {
  return {{.options = {{"arity", std::to_string(arity)}, {"height", std::to_string(height)}}}};
}

}  // namespace

TEST_CASE("Hardware follows theory on binary trees of any capacities") {
  conform(romcast::test::scenarios({romcast::test::fat_trees(2, 3), {1, 2}}));
}

TEST_CASE("Hardware follows theory on ternary trees of any capacities") {
  conform(romcast::test::scenarios({romcast::test::fat_trees(3, 2), {1, 2}}));
}

// Three links upwards: a switch's number of sends lies across two 32-bit pieces of its ROM word.
TEST_CASE("Hardware follows theory where a ROM field crosses a piece") {
  const Network network{.options = {{"arity", "2"}, {"height", "3"}, {"capacity", "1,3,3"}}};
  conform(romcast::test::scenarios({{network}, {1}, false}));
}

TEST_CASE("Hardware follows theory on trees of height one") {
  conform(romcast::test::scenarios({constant_tree(5, 1), {1, 2}}));
}

TEST_CASE("Hardware follows theory on four-ary and on deeper binary trees") {
  std::vector<Network> networks = constant_tree(4, 2);
  networks.push_back(constant_tree(2, 5).front());
  conform(romcast::test::scenarios({networks, {1}, false}));
}

TEST_CASE("A queue that is too shallow overflows exactly where the judge says so") {
  for (const std::uint32_t depth : {1U, 3U}) {
    std::vector<Job> jobs;
    for (const Control control : {Control::rule, Control::rom}) {
      for (const Scenario& scenario :
           with_depth(romcast::test::scenarios({constant_tree(2, 3)}), depth, has_depth)) {
        jobs.push_back({scenario, {.control = control}});
      }
    }
    std::size_t failed = 0;
    const std::vector<Json> reports = romcast::test::run_all(jobs);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      INFO(romcast::test::describe(jobs[i].scenario));
      REQUIRE(!reports[i].contains("error"));
      const bool too_deep = reports[i]["plan"]["violation_count"] > 0;
      failed += too_deep ? 1 : 0;
      CHECK((reports[i]["hardware"]["overflows"] > 0) == too_deep);
      CHECK(reports[i]["verdict"] == (too_deep ? "fail" : "pass"));
      if (!too_deep) continue;
      CHECK(reports[i]["plan"]["violations"][0]["kind"] == "queue-too-deep");
      CHECK(reports[i]["trace_equals_plan"] == false);
      CHECK(reports[i]["hardware"]["delivered"] < reports[i]["hardware"]["expected"]);
    }
    CHECK(failed > 0);
  }
}

TEST_CASE("One place per queue is enough for every algorithm that promises no waiting") {
  std::vector<Network> networks = romcast::test::fat_trees(3, 2);
  networks.push_back(constant_tree(2, 3).front());
  conform(with_depth(romcast::test::scenarios({networks}), 1, romcast::test::promises_no_waiting));
}
