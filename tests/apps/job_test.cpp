// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/job.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/run/run.hpp"

namespace romcast {
namespace {

Problem broadcast_on_ring() { return make_problem(networks::ring(4), CollectiveKind::broadcast); }

TEST_CASE("A problem that no network can have is refused", "[job]") {
  CHECK_THROWS_AS(make_problem(nullptr, CollectiveKind::broadcast), InputError);
  CHECK_THROWS_AS(make_problem(networks::ring(4), CollectiveKind::broadcast, {.source = 4}),
                  InputError);
  CHECK_THROWS_AS(make_problem(networks::complete(4), CollectiveKind::broadcast), InputError);
  CHECK_THROWS_AS(make_job(broadcast_on_ring(), {.algorithm = "no-such"}), InputError);
}

TEST_CASE("A job that is put together wrongly is refused", "[job]") {
  const auto refused = [](auto change) {
    Job job = make_job(broadcast_on_ring());
    change(job);
    CHECK_THROWS_AS(Run(job), InputError);
  };
  refused([](Job& job) { job.problem.topology = nullptr; });
  refused([](Job& job) { job.problem.topology = networks::ring(5); });
  refused([](Job& job) { job.problem.ports = {Ports::Kind::several, 0}; });
  refused([](Job& job) { job.algorithm.build = nullptr; });
}

TEST_CASE("Times that no machine has are refused", "[job]") {
  const auto asks = [](std::uint32_t Timing::*time, std::uint32_t cycles) {
    Asked asked{.ports = {Ports::Kind::single}};
    asked.timing.*time = cycles;
    return make_job(make_problem(networks::complete(4), CollectiveKind::broadcast, asked));
  };
  for (const auto time : {&Timing::latency, &Timing::gap, &Timing::per_message}) {
    CHECK_THROWS_AS(asks(time, 0), InputError);
  }
  for (const auto time : {&Timing::latency, &Timing::gap, &Timing::overhead, &Timing::startup}) {
    CHECK_THROWS_AS(asks(time, 65536), InputError);
  }
  CHECK_NOTHROW(asks(&Timing::latency, 3));
}

TEST_CASE("An exchange is planned on trees of switches, too", "[job]") {
  const auto tree = networks::fat_tree(2, 2);
  const Problem problem{tree, Collective::of_demands(4, {{0, {3}}, {2, {1}}}), {}, {}};
  Run run(make_job(problem));
  CHECK(run.verdict().violation_count == 0);
  CHECK(run.verdict().cycles == 4);  // up to the root and down again: four branches
}

TEST_CASE("An algorithm of somebody else is judged as it is, or refused", "[job]") {
  Job job = make_job(broadcast_on_ring());
  job.algorithm.name = GENERATE("mine", "matching");
  const auto plans = [&](std::vector<Hop> hops) {
    job.algorithm.build = [hops](const Problem&) { return Plan{.open = stored_schedule(hops)}; };
    return Run(job).verdict();
  };
  const Topology& ring = *job.problem.topology;
  const auto link = [&](NodeId a, NodeId b) {
    return ring.channels()[ring.find_channel(a, b)].first_link;
  };
  const std::vector<Hop> right{{1, link(0, 1)}, {1, link(0, 3)}, {2, link(1, 2)}};
  CHECK(plans(right).violation_count == 0);
  CHECK(plans(right).cycles == 2);
  CHECK(plans({{1, link(1, 2)}}).violation_count > 0);
  CHECK_THROWS_AS(plans({{1, 8}}), InputError);
  job.algorithm.build = [](const Problem&) { return Plan{}; };
  CHECK_THROWS_AS(Run(job).verdict(), InputError);
}

}  // namespace
}  // namespace romcast
