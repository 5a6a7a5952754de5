// SPDX-License-Identifier: Apache-2.0
// Every algorithm for fat trees on the trees of a grid: the plan is legal, complete, as fast as its
// formula and no faster than its lower bound. The oracle, which shares no code with romcast, has
// the same figures for small plans of the algorithms that the oracle knows.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "plans.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"
#include "tests/oracle/fat_tree_oracle.hpp"

namespace {

using namespace romcast;
using romcast::test::Grid;
using romcast::test::Network;
using romcast::test::Planned;

constexpr std::size_t kTraceLeaves = 27;        // most leaves for a comparison hop by hop
constexpr std::uint64_t kOracleHops = 200'000;  // the oracle is slow

Grid whole_grid() {
  Grid grid{.networks = {}, .messages = {1, 3}, .copies_up_to = 32};
  for (const unsigned arity : {2U, 3U, 4U, 5U, 16U}) {
    std::uint64_t leaves = arity;
    for (unsigned height = 1; height <= 8 && leaves <= 256; ++height, leaves *= arity) {
      const auto trees = romcast::test::fat_trees(arity, height);
      grid.networks.insert(grid.networks.end(), trees.begin(), trees.end());
    }
  }
  return grid;
}

// True for problems that show no more on a large tree than on a small one: several messages or a
// given option on more than 128 leaves (in an alltoall: more than 32), and an alltoall on more than
// 128 leaves unless the tree's capacities are constant.
bool too_large(const Job& job) {
  const std::size_t n = job.problem.topology->processors();
  const bool plain = job.problem.collective.messages() == 1 && job.problem.options.empty();
  if (job.problem.collective.kind() != CollectiveKind::alltoall) return n > 128 && !plain;
  if (n <= 32) return false;
  const auto& tree = dynamic_cast<const FatTree&>(*job.problem.topology);
  return !plain || (n > 128 && !tree.constant_capacity());
}

std::string oracle_name(const Job& job) {
  return std::string(name(job.problem.collective.kind())) + " " + job.algorithm.name;
}

std::optional<oracle::Result> ask_oracle(const Job& job, bool trace) {
  const auto& tree = dynamic_cast<const FatTree&>(*job.problem.topology);
  const Collective& collective = job.problem.collective;
  // The oracle's source sends at full rate, while romcast's is paced so that no message waits.
  if (collective.kind() == CollectiveKind::broadcast && job.problem.ports.single() &&
      collective.messages() > 1) {
    return std::nullopt;
  }
  const oracle::Tree same{
      tree.arity(), tree.height(), {tree.capacities().begin(), tree.capacities().end()}};
  try {
    return oracle::run(same, std::string(name(collective.kind())), job.problem.ports.name(),
                       job.algorithm.name,
                       option_value(job.algorithm, job.problem.options, "order"),
                       collective.source(), collective.messages(), trace);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // unknown to the oracle
  }
}

std::vector<oracle::Hop> hops_of(const Job& job, const OpenSchedule& schedule) {
  const auto& tree = dynamic_cast<const FatTree&>(*job.problem.topology);
  std::vector<oracle::Hop> result;
  std::vector<Hop> step;
  for (const auto pass = schedule(); pass->next(step);) {
    for (const Hop& hop : step) {
      const Channel& channel = tree.channel_at(hop.link);
      result.emplace_back(hop.cycle, tree.level(channel.from), tree.index(channel.from),
                          tree.level(channel.to), tree.index(channel.to), hop.message);
    }
  }
  std::ranges::sort(result);
  return result;
}

void compare_with_oracle(const Planned& planned, std::set<std::string>& compared) {
  const auto& [job, plan, theory, verdict] = planned;
  const bool trace = job.problem.topology->processors() <= kTraceLeaves;
  const auto truth = ask_oracle(job, trace);
  if (!truth) return;
  compared.insert(oracle_name(job));
  CHECK(verdict.cycles == truth->cycles);
  CHECK(verdict.hops == truth->hops);
  CHECK(verdict.delivered == truth->delivered);
  CHECK(verdict.max_queue == truth->max_queue);
  CHECK(verdict.max_waiting == truth->max_waiting);
  REQUIRE(verdict.levels.size() == truth->levels.size());
  for (std::size_t i = 0; i < verdict.levels.size(); ++i) {
    INFO("level " << i + 1);
    CHECK(verdict.levels[i].max_queue == truth->levels[i].max_queue);
    CHECK(verdict.levels[i].max_waiting == truth->levels[i].max_waiting);
    CHECK(verdict.levels[i].max_up_fifo == truth->levels[i].max_up_fifo);
    CHECK(verdict.levels[i].max_down_fifo == truth->levels[i].max_down_fifo);
  }
  if (trace) CHECK(hops_of(job, plan.open) == truth->trace);
}

}  // namespace

TEST_CASE("Every plan is legal, complete and as fast as its formula, as the oracle finds",
          "[long]") {
  std::set<std::string> compared;
  std::size_t plans = 0;
  for (const Scenario& scenario : romcast::test::scenarios(whole_grid())) {
    INFO(romcast::test::describe(scenario));
    if (too_large(resolve(scenario))) continue;
    const Planned tree = romcast::test::planned(scenario);
    ++plans;
    if (tree.verdict.hops <= kOracleHops) compare_with_oracle(tree, compared);
  }
  CHECK(plans > 3000);  // the grid has not shrunk
  // A name that the oracle no longer knows would otherwise be skipped silently.
  CHECK(compared == std::set<std::string>{
                        "broadcast leaf-broadcast", "scatter furthest-first",
                        "gather reversed-scatter", "gather greedy", "allgather upward-first",
                        "allgather flooding", "allgather turn-simple", "allgather turn-phased",
                        "allgather turn-nearest-first", "alltoall upward-first", "alltoall greedy",
                        "alltoall phased", "alltoall pipelined"});
}

TEST_CASE("Every algorithm of the list for fat trees is on the grid") {
  CHECK(romcast::test::covered(romcast::test::scenarios(whole_grid())) ==
        romcast::test::algorithms_of("fat-tree"));
}

TEST_CASE("A plan can be opened twice and is the same again") {
  for (const Scenario& scenario : romcast::test::scenarios(
           {.networks = romcast::test::fat_trees(2, 3), .messages = {2}, .copies_up_to = 8})) {
    INFO(romcast::test::describe(scenario));
    const Job job = resolve(scenario);
    const Plan plan = job.algorithm.build(job.problem);
    CHECK(hops_of(job, plan.open) == hops_of(job, plan.open));
  }
}

TEST_CASE("No lower bound is above the fewest cycles that exhaustive search finds") {
  for (const Scenario& scenario : romcast::test::scenarios({romcast::test::fat_trees(2, 2)})) {
    INFO(romcast::test::describe(scenario));
    const Job job = resolve(scenario);
    const auto& tree = dynamic_cast<const FatTree&>(*job.problem.topology);
    const oracle::Tree same{2, 2, {tree.capacities().begin(), tree.capacities().end()}};
    const unsigned fewest =
        oracle::optimal_cycles(same, scenario.collective, scenario.ports, scenario.source);
    REQUIRE(fewest > 0);
    const Theory theory = job.algorithm.predict(job.problem);
    if (theory.lower_bound) CHECK(*theory.lower_bound <= fewest);
    if (theory.formula_cycles) CHECK(*theory.formula_cycles >= fewest);
  }
}

TEST_CASE("An algorithm that promises no waiting fits into switches with one place per queue") {
  Grid grid{.networks = romcast::test::fat_trees(3, 3), .messages = {1, 2}};
  for (const Scenario& scenario : romcast::test::scenarios(grid)) {
    const Job job = resolve(scenario);
    if (!romcast::test::promises_no_waiting(job.algorithm)) continue;
    INFO(romcast::test::describe(scenario));
    const Plan plan = job.algorithm.build(job.problem);
    REQUIRE(plan.hints.find<TreeRules>());
    const QueueLimit one{plan.hints.find<TreeRules>()->queues, 1};
    CHECK(judge(*job.problem.topology, job.problem.collective, job.problem.ports, plan.open, one)
              .violation_count == 0);
  }
}
