// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/job.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/machines/machine.hpp"
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

TEST_CASE("A job refuses a collective of other processors than those of the network", "[job]") {
  const auto ring = networks::ring(4);
  const auto refused = [&](const Collective& collective, Ports ports = {}) {
    CHECK_THROWS_AS(make_job({ring, collective, ports, {}}), InputError);
    CHECK_THROWS_AS(judge(*ring, collective, ports, stored_schedule({})), InputError);
  };
  refused(Collective::of_demands(8, {{0, {7}}}));
  refused(Collective::of_demands(8, {{0, {3}}}));
  refused(Collective::of_demands(3, {{0, {1}}}));
  refused(Collective::of_flows(8, {{.name = "f", .origin = 0, .destinations = {7}}}));
  refused({CollectiveKind::broadcast, 8, 5, 1});
  refused({CollectiveKind::reduce, 4, 0, 1});  // combined by endpoints, not by nodes
  refused({CollectiveKind::broadcast, 4, 0, 1}, {Ports::Kind::several, 0});
  const Collective alltoall(CollectiveKind::alltoall, 4, 0, 1);
  CHECK_THROWS_AS(judge(*networks::complete(4), alltoall, {}, stored_schedule({})), InputError);
}

TEST_CASE("Hops of the caller are judged and compiled on any network, and have no formula",
          "[job]") {
  const auto network = GENERATE(networks::fat_tree(2, 2), networks::torus({3, 3}));
  const Problem problem = make_problem(network, CollectiveKind::alltoall);
  std::vector<Hop> hops = all_hops(make_job(problem).algorithm.build(problem).open);
  for (Hop& hop : hops) ++hop.cycle;
  Run run(given_job(problem, hops, "mine"));
  CHECK(run.verdict().violation_count == 0);
  CHECK(run.images());
  CHECK_FALSE(run.theory().formula_cycles);
  REQUIRE(run.theory().lower_bound);
  CHECK(run.theory().lower_bound == Run(make_job(problem)).theory().lower_bound);
  CHECK(run.report().pass());
  hops.pop_back();
  Run short_of_one(given_job(problem, hops, "mine"));
  CHECK(short_of_one.refused());
  hops.push_back({.cycle = 1, .link = static_cast<LinkId>(network->links())});
  CHECK_THROWS_AS(given_job(problem, hops, "mine"), InputError);
}

TEST_CASE("Hops and times that no machine has are refused", "[job]") {
  const Problem problem = make_problem(networks::ring(4), CollectiveKind::broadcast);
  const auto refused = [&](const Problem& of, const Hop& hop) {
    CHECK_THROWS_AS(given_job(of, {hop}, "mine"), InputError);
  };
  refused(problem, Hop::computation(1, 0, 1));
  refused(problem, Hop::startup(1, 0));
  refused(problem, {.cycle = 1, .link = 0, .message = kMostMessages});
  refused(problem, {.cycle = 0, .link = 0});
  Problem still = make_problem(networks::complete(4), CollectiveKind::broadcast,
                               {.ports = {Ports::Kind::single}, .timing = {.latency = 3}});
  refused(still, {.cycle = kNone, .link = 0, .message = 0, .to = 1});
  still.timing.gap = 0;
  refused(still, {.cycle = 1, .link = 0, .message = 0, .to = 1});
}

TEST_CASE("An algorithm without rules for the switches of a tree runs from ROMs", "[job]") {
  Job job = make_job(make_problem(networks::fat_tree(2, 2), CollectiveKind::broadcast));
  job.algorithm.build = [build = job.algorithm.build](const Problem& problem) {
    return Plan{.open = build(problem).open};
  };
  CHECK(Run(job).images());
  job.hardware.control = Control::rule;
  Run by_rule(job);
  CHECK_THROWS_AS(by_rule.machine().nodes(by_rule.judged()), InputError);
}

TEST_CASE("A message of no bytes, or of times that are no cycles, is refused", "[job]") {
  const Problem problem = broadcast_on_ring();
  CHECK_THROWS_AS(make_job(problem, {.size = MessageSize{.bytes = 0}}), InputError);
  CHECK_THROWS_AS(make_job(problem, {.size = MessageSize{2, -0.5}}), InputError);
  CHECK_THROWS_AS(MessageSize(2, -0.5).stretched({}), InputError);
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
  CHECK(run.verdict().cycles == 4);  // hops: two up to the root, two down
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
