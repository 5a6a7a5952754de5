// SPDX-License-Identifier: Apache-2.0
// Gating skips switches that cannot change. It must affect nothing but the cost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "conformance/cases.hpp"
#include "conformance/runs.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/schedule_file.hpp"

namespace {

using namespace romcast;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

Scenario scenario(const char* ports, const char* collective, const char* algorithm,
                  const char* arity, const char* height, const char* capacity = "constant") {
  return {.network_options = {{"arity", arity}, {"height", height}, {"capacity", capacity}},
          .ports = ports,
          .collective = collective,
          .algorithm = algorithm};
}

// Scenarios for every kind of tree switch, with several kinds of traffic.
std::vector<Scenario> samples() {
  return {scenario("single", "allgather", "upward-first", "2", "4"),
          scenario("single", "alltoall", "upward-first", "3", "2"),
          scenario("single", "broadcast", "leaf-broadcast", "2", "4"),
          scenario("single", "alltoall", "upward-first-credit", "2", "5"),
          scenario("single", "alltoall", "upward-first-credit", "3", "3"),
          scenario("multi", "allgather", "flooding", "2", "4"),
          scenario("multi", "allgather", "turn-nearest-first", "3", "2"),
          scenario("multi", "alltoall", "greedy", "2", "3", "exponential"),
          scenario("multi", "alltoall", "phased", "2", "3", "exponential")};
}

Trial by_rule(const Scenario& what) { return {what, {.control = Control::rule}}; }

std::string error_of(const Json& report) {
  return report.contains("error") ? report["error"].get<std::string>() : "";
}

// Number of evaluations that all switches of a tree with credits need, computed from the hops
// alone. A switch takes part in the edge that ends cycle t if it received or sent a message in
// cycle t, if a neighbour forwarded in cycle t a message that came from the switch (the credit
// returns), or if it received a message in cycle t - 1 (if this message is blocked in cycle t, the
// switch counts the message as waiting). All switches take part in the first edge.
std::uint64_t evaluations_needed(const FatTree& tree, const std::vector<Hop>& hops) {
  std::set<std::pair<NodeId, Cycle>> awake;
  std::map<std::pair<NodeId, MessageId>, NodeId> came_from;  // sender; unused after the next hop
  const auto wake = [&](NodeId node, Cycle cycle) {
    if (!tree.is_processor(node)) awake.emplace(node, cycle);
  };
  for (const Hop& hop : hops) {  // sorted by cycle, so a message arrives before it is sent on
    const Channel& channel = tree.channel_at(hop.link);
    wake(channel.from, hop.cycle);
    wake(channel.to, hop.cycle);
    wake(channel.to, hop.cycle + 1);
    if (const auto from = came_from.find({channel.from, hop.message}); from != came_from.end()) {
      wake(from->second, hop.cycle);
    }
    came_from[{channel.to, hop.message}] = channel.from;
  }
  return awake.size() + tree.switches();
}

}  // namespace

TEST_CASE("No sleeping switch would have changed") {
  std::vector<Trial> jobs;
  for (const Scenario& one : samples()) {
    jobs.push_back(by_rule(one));
    jobs.back().options.audit = true;
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    INFO(romcast::test::describe(jobs[i].scenario));
    REQUIRE(error_of(reports[i]).empty());
    CHECK(reports[i]["verdict"] == "pass");
    // Audits and evaluations together cover every cycle of every switch.
    CHECK(reports[i]["cost"]["audited"] > 0);
    CHECK(reports[i]["cost"]["audited"].get<std::uint64_t>() +
              reports[i]["cost"]["evaluations"].get<std::uint64_t>() ==
          reports[i]["cost"]["switch_cycles"]);
  }
}

TEST_CASE("Gated and dense runs differ in nothing but the cost") {
  std::vector<Trial> jobs;
  for (const bool gated : {true, false}) {
    for (const Scenario& one : samples()) {
      jobs.push_back(by_rule(one));
      jobs.back().options.gated = gated;
    }
  }
  std::vector<Json> reports = romcast::test::run_all(jobs);
  const std::size_t half = jobs.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    INFO(romcast::test::describe(jobs[i].scenario));
    Json &gated = reports[i], &dense = reports[half + i];
    REQUIRE(error_of(gated).empty());
    REQUIRE(error_of(dense).empty());
    CHECK(gated["cost"]["evaluations"] < dense["cost"]["evaluations"]);
    CHECK(dense["cost"]["evaluations"] == dense["cost"]["switch_cycles"]);
    gated.erase("cost");
    dense.erase("cost");
    CHECK(gated == dense);
  }
}

TEST_CASE("A switch is evaluated only when its hops and credits ask for it") {
  const romcast::test::TemporaryFolder folder;
  Trial job = by_rule(scenario("single", "alltoall", "upward-first-credit", "2", "6"));
  job.options.save_trace = folder.file("trace");
  const Json report = romcast::test::run_all({job}).front();
  REQUIRE(error_of(report).empty());
  const ScheduleFile trace = load_schedule(job.options.save_trace);
  const auto& tree = dynamic_cast<const FatTree&>(*trace.header.topology);
  CHECK(report["cost"]["evaluations"] == evaluations_needed(tree, trace.hops));
}
