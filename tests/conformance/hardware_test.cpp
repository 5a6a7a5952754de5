// SPDX-License-Identifier: Apache-2.0
// Algorithms for fat trees, except embedded ones (laid_out_test.cpp), on the Verilated switches: by
// schedule ROMs and, if the plan has local rules, by rule. Theory = plan = hardware, hop by hop and
// queue by queue.
#include <catch2/catch.hpp>
#include <functional>

#include "conform.hpp"

namespace {

using namespace romcast;
using romcast::test::conform;
using romcast::test::Network;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

std::vector<Scenario> with_depth(const std::vector<Scenario>& all, std::uint32_t depth,
                                 const std::function<bool(const Algorithm&)>& choose) {
  std::vector<Scenario> result;
  for (Scenario scenario : all) {
    if (!choose(resolve(scenario).algorithm)) continue;
    scenario.hardware.queue_depth = depth;
    result.push_back(std::move(scenario));
  }
  return result;
}

// False for switches with credits, which always have two slots per port.
bool has_depth(const Algorithm& algorithm) { return algorithm.least_queue_depth == 1; }

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

// With three links upwards, a field of a switch's ROM word, the number of messages that a channel
// sends, has bits in two 32-bit pieces of the word.
TEST_CASE("Hardware follows theory where a ROM field crosses a piece") {
  const Network network{.options = {{"arity", "2"}, {"height", "3"}, {"capacity", "1,3,3"}}};
  conform(romcast::test::scenarios({{network}, {1}, false}));
}

TEST_CASE("Hardware follows theory on trees of height one") {
  conform(romcast::test::scenarios({constant_tree(5, 1), {1, 2}}));
}

TEST_CASE("Hardware follows theory on four-ary and on deeper binary trees", "[long]") {
  std::vector<Network> networks = constant_tree(4, 2);
  networks.push_back(constant_tree(2, 5).front());
  conform(romcast::test::scenarios({networks, {1}, false}));
}

TEST_CASE("A queue that is too shallow overflows exactly where the judge says so") {
  for (const std::uint32_t depth : {1U, 3U}) {
    std::vector<Trial> jobs;
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
