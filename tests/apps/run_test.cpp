// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/run.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>

#include "apps/program.hpp"
#include "apps/scenario.hpp"
#include "romcast/core/error.hpp"
#include "romcast/design/folder.hpp"
#include "romcast/design/rom_hardware.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/report/report.hpp"

using namespace romcast;

namespace {

Scenario allgather() {
  return {.network = "fat-tree",
          .network_options = {{"arity", "2"}, {"height", "2"}},
          .ports = "multi",
          .collective = "allgather",
          .algorithm = "flooding"};
}

// Counts how often the jobs that job() returns make their plans, and how often the hops of these
// plans are read.
struct Counted {
  std::shared_ptr<unsigned> made = std::make_shared<unsigned>(0);
  std::shared_ptr<unsigned> read = std::make_shared<unsigned>(0);

  [[nodiscard]] Job job(const Scenario& scenario) const {
    Job job = resolve(scenario);
    job.algorithm.build = [build = job.algorithm.build, made = made,
                           read = read](const Problem& problem) {
      ++*made;
      Plan plan = build(problem);
      plan.open = [open = plan.open, read] {
        ++*read;
        return open();
      };
      return plan;
    };
    return job;
  }
};

}  // namespace

TEST_CASE("A run makes and judges its plan once, whatever is asked for", "[run]") {
  const Counted counted;
  Run run(counted.job(allgather()));
  CHECK(run.plan().open);
  CHECK(*counted.read == 0);
  // A leaf's only link brings the sibling's message in cycle 2, the other two in cycles 4 and 5.
  CHECK(run.verdict().cycles == 5);
  CHECK(*counted.read == 1);
  CHECK(run.legal());
  CHECK(run.report().plan->cycles == 5);
  CHECK(run.depths().size() == 4);
  CHECK(&run.verdict() == &run.judged().verdict);
  CHECK(*counted.made == 1);
  CHECK(*counted.read == 1);
}

TEST_CASE("A design and ROM images are made of the plan that was judged", "[run]") {
  const test::Folder folder;
  const Counted counted;
  Run run(counted.job(allgather()));
  const RtlSummary summary = write_rtl(folder.file("design"), run);
  CHECK(summary.cycles == 5);
  CHECK(summary.delivered == 4 * 3);
  CHECK(write_roms(folder.file("roms"), run).size() == 2);
  CHECK(*counted.made == 1);
}

TEST_CASE("A run keeps all that it needs of what it was made of", "[run]") {
  std::optional<Run> run;
  {
    auto scenario = std::make_unique<Scenario>(allgather());
    Job job = resolve(*scenario);
    run.emplace(job);
  }
  CHECK(run->verdict().delivered == 4 * 3);
  CHECK(run->job().algorithm.name == "flooding");
}

TEST_CASE("Hardware of another kind can run the plan", "[run]") {
  // Hardware that simply reports the planned results.
  struct Believer final : Hardware {
    std::optional<Measurement> measure(Run& run) override {
      return Measurement{.measured = {.control = run.nodes().control,
                                      .cycles = static_cast<Cycle>(run.verdict().cycles),
                                      .hops = run.verdict().hops,
                                      .delivered = run.verdict().delivered,
                                      .expected = run.verdict().expected,
                                      .trace_equals_plan = true}};
    }
  } believer;
  Run run(resolve(allgather()));
  const Report report = run.report(believer);
  CHECK(report.pass());
  CHECK(report.hardware->cycles == 5);
}

TEST_CASE("Hardware whose trace is the plan's fails if its totals are not the plan's", "[run]") {
  // Hardware that adds some numbers to the planned results.
  struct Boaster final : Hardware {
    Cycle cycles = 0;
    std::uint64_t hops = 0, deliveries = 0;
    std::optional<Measurement> measure(Run& run) override {
      const Verdict& plan = run.verdict();
      return Measurement{.measured = {.cycles = plan.cycles + cycles,
                                      .hops = plan.hops + hops,
                                      .delivered = plan.delivered + deliveries,
                                      .expected = plan.expected + deliveries,
                                      .trace_equals_plan = true}};
    }
  } boaster;
  const auto last_failure = [&] {
    const std::vector<std::string> failures = Run(resolve(allgather())).report(boaster).failures();
    return failures.empty() ? "" : failures.back();
  };
  CHECK(last_failure().empty());
  boaster.cycles = 1;
  CHECK(last_failure() == "the hardware takes 6 cycles, the plan says 5");
  boaster.hops = 100;  // each of 4 messages crosses each of the 6 edges of the tree
  CHECK(last_failure() == "the hardware counts 124 hops, the plan says 24");
  boaster.deliveries = 1;
  CHECK(last_failure() == "the hardware counts 13 deliveries, the plan says 12");
}

TEST_CASE("Hardware need not ask for the nodes that it stands for", "[run]") {
  struct Other final : Hardware {
    std::optional<Measurement> measure(Run&) override { return Measurement{}; }
  } other;
  Run run(resolve(allgather()));
  const Report report = run.report(other);
  CHECK(report.scenario["control"] == "rule");
  CHECK_FALSE(report.pass());  // this hardware has delivered nothing
}

TEST_CASE("Depths are counted anew once each hop of a symmetric plan is judged", "[run]") {
  const Scenario star{.network = "star",
                      .network_options = {{"symbols", "4"}},
                      .ports = "multi",
                      .collective = "alltoall"};
  Run whole(resolve(star));
  REQUIRE_FALSE(whole.symmetric());
  const std::uint32_t needed = whole.depths().front().needed;
  Run run(resolve(star), {.most_judged = 1});  // as if the plan were huge
  REQUIRE(run.symmetric());
  CHECK(run.verdict().delivered == 24 * 23);
  const std::uint32_t by_one_node = run.depths().front().needed;
  (void)run.judged();
  CHECK(run.depths().front().needed == needed);
  // The program of one node does not show the order of arrivals in the stores of the other nodes.
  CHECK(by_one_node != needed);
}

TEST_CASE("A given plan that is illegal is refused, unless it is to run anyway", "[run]") {
  struct Never final : Hardware {
    unsigned asked = 0;
    std::optional<Measurement> measure(Run&) override {
      ++asked;
      return std::nullopt;
    }
  } never;
  const auto illegal = [](bool anyway) {
    Job job = resolve(allgather());
    const Plan whole = job.algorithm.build(job.problem);
    // Without the first cycle, nodes forward messages that they never received.
    job.algorithm.build = [open = whole.open](const Problem&) {
      std::vector<Hop> rest;
      const auto schedule = open();
      std::vector<Hop> hops;
      schedule->next(hops);
      while (schedule->next(hops)) rest.insert(rest.end(), hops.begin(), hops.end());
      return Plan{.open = stored_schedule(rest)};
    };
    job.hardware.control = Control::rom;
    job.hardware.anyway = anyway;
    job.given = GivenPlan{.file = "plan.txt"};
    return job;
  };
  Run refused(illegal(false));
  CHECK_FALSE(refused.report(never).pass());
  CHECK(refused.refused());
  CHECK(never.asked == 0);
  Run anyway(illegal(true));
  CHECK_FALSE(anyway.report(never).pass());
  CHECK(never.asked == 1);
}
