// SPDX-License-Identifier: Apache-2.0
// Hops per second of the three activities that visit every hop: making a plan, judging a plan,
// comparing a trace with a plan.
#include <benchmark/benchmark.h>

#include "apps/scenario.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/run/lockstep.hpp"
#include "romcast/support/huge_pages.hpp"

namespace {

using namespace romcast;

Scenario alltoall() {
  return {.network_options = {{"arity", "2"}, {"height", "7"}, {"capacity", "constant"}},
          .ports = "single",
          .collective = "alltoall",
          .algorithm = "upward-first-credit"};
}

Scenario flooding() {
  return {.network_options = {{"arity", "2"}, {"height", "8"}, {"capacity", "constant"}},
          .ports = "multi",
          .collective = "allgather",
          .algorithm = "flooding"};
}

std::vector<std::vector<Hop>> steps_of(const OpenSchedule& schedule) {
  std::vector<std::vector<Hop>> steps(1);
  for (const auto pass = schedule(); pass->next(steps.back());) steps.emplace_back();
  steps.pop_back();
  return steps;
}

std::int64_t hops_in(const std::vector<std::vector<Hop>>& steps) {
  std::int64_t hops = 0;
  for (const auto& step : steps) hops += static_cast<std::int64_t>(step.size());
  return hops;
}

// A schedule whose steps are in memory.
class Recorded final : public Schedule {
 public:
  explicit Recorded(const std::vector<std::vector<Hop>>& steps) : steps_(steps) {}
  bool next(std::vector<Hop>& hops) override {
    if (at_ == steps_.size()) return false;
    hops = steps_[at_++];
    return true;
  }

 private:
  const std::vector<std::vector<Hop>>& steps_;
  std::size_t at_ = 0;
};

void plan(benchmark::State& state, const Scenario& scenario) {
  const Job job = resolve(scenario);
  const Plan plan = job.algorithm.build(job.problem);
  std::vector<Hop> step;
  std::int64_t hops = 0;
  for (auto _ : state) {
    for (const auto pass = plan.open(); pass->next(step);) {
      hops += static_cast<std::int64_t>(step.size());
    }
  }
  state.SetItemsProcessed(hops);
}

void judge_steps(benchmark::State& state, const Scenario& scenario) {
  const Job job = resolve(scenario);
  const auto steps = steps_of(job.algorithm.build(job.problem).open);
  for (auto _ : state) {
    Judge judge(*job.problem.topology, job.problem.collective, job.problem.ports);
    for (const auto& step : steps) judge.step(step);
    benchmark::DoNotOptimize(judge.finish().violation_count);
  }
  state.SetItemsProcessed(hops_in(steps) * static_cast<std::int64_t>(state.iterations()));
}

void lock_step(benchmark::State& state, const Scenario& scenario) {
  const Job job = resolve(scenario);
  const auto steps = steps_of(job.algorithm.build(job.problem).open);
  const OpenSchedule recorded = [&] { return std::make_unique<Recorded>(steps); };
  for (auto _ : state) {
    LockStep compare(*job.problem.topology, job.problem.collective, recorded);
    for (const auto& step : steps) compare.trace(step);
    compare.finish();
    if (!compare.equal()) state.SkipWithError("a plan differs from itself");
  }
  state.SetItemsProcessed(hops_in(steps) * static_cast<std::int64_t>(state.iterations()));
}

}  // namespace

BENCHMARK_CAPTURE(plan, alltoall, alltoall())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, flooding, flooding())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_steps, alltoall, alltoall())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_steps, flooding, flooding())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(lock_step, alltoall, alltoall())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(lock_step, flooding, flooding())->Unit(benchmark::kMillisecond);

// Uses the same memory settings as romcast.
int main(int argc, char** argv) {
  take_huge_pages();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
