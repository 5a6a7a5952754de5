// SPDX-License-Identifier: Apache-2.0
// Jobs whose plans are given, hop by hop: by a file, or by the caller.
#include <fmt/format.h>

#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/job_queues.hpp"

namespace romcast {
namespace {

// The lower bound on cycles, for any algorithm; empty if no algorithm solves the problem.
Theory bound(const Problem& problem) {
  try {
    const Theory theory = find_algorithm("", problem).predict(problem);
    return {.lower_bound = theory.lower_bound, .lower_bound_source = theory.lower_bound_source};
  } catch (const InputError&) {
    return {};  // no algorithm solves it
  }
}

// Returns a function that computes bound() of a problem on the network of `given`; on that network
// with stores if messages are listed (Traits::listed) or all nodes combine (Collective::by_nodes).
std::function<Theory(const Problem&)> bound_of(const Problem& given) {
  return [network = given.topology](const Problem& problem) {
    const bool any = problem.collective.traits().listed || problem.collective.by_nodes();
    return bound({any ? with_stores(network) : network,
                  problem.collective,
                  problem.ports,
                  {},
                  problem.timing});
  };
}

// The network with stores, which can run every schedule, if the FIFO queues of the job's network
// cannot run the plan and the plan is legal or forced (`anyway`); else the job's network.
std::shared_ptr<const Topology> fit_for(const Job& job) {
  const Problem& problem = job.problem;
  const OpenSchedule schedule = job.algorithm.build(problem).open;
  const auto legal = [&] {
    return judge(*problem.topology, problem.collective, problem.ports, schedule, job.given->limit,
                 problem.timing)
               .violation_count == 0;
  };
  const bool followed = machine_of(std::make_shared<const Job>(job))->can_follow(schedule);
  return followed || !(job.hardware.anyway || legal()) ? problem.topology
                                                       : with_stores(problem.topology);
}

// Throws InputError, as the reader of schedule files does, for an addition outside a summation, a
// start-up if `startup` is 0, a message number >= kMostMessages, or a hop that ends after cycle
// kNone.
void check_hops(const Problem& problem, const std::vector<Hop>& hops) {
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const Hop& hop = hops[i];
    const auto wrong = [&](const std::string& why) {
      throw InputError({"hops", i}, fmt::format("cycle {}: {}", hop.cycle, why));
    };
    if (hop.computes() && problem.collective.traits().addition == 0) {
      wrong("only the processors of a summation add operands of their own");
    }
    if (hop.starts() && problem.timing.startup == 0) wrong("a start-up needs `startup`");
    if (!hop.computes() && !hop.starts() && hop.message >= kMostMessages) wrong("no such message");
    const std::uint64_t cycles =
        hop.computes() ? hop.to : cycles_of_send(problem.collective, problem.timing);
    if (hop.cycle > 0 && hop.cycle - 1 + cycles > kNone) {
      wrong(fmt::format("at most {} cycles can be counted", kNone));
    }
  }
}

}  // namespace

Algorithm given_algorithm(const Problem& problem, const std::string& name, Plan plan) {
  Algorithm algorithm;
  algorithm.name = name;
  algorithm.network = problem.topology->network();
  algorithm.collective = problem.collective.kind();
  algorithm.ports = {problem.ports.kind};
  algorithm.default_control = Control::rom;
  algorithm.logp = problem.timing.logp();
  algorithm.buffered = problem.timing.buffered;
  algorithm.copies = problem.collective.copies();
  algorithm.build = [plan = std::move(plan)](const Problem&) { return plan; };
  return algorithm;
}

Job on_network_that_runs(Job job) {
  auto network = fit_for(job);
  // A limit on the depth of queues does not apply to stores.
  if (network != job.problem.topology) job.given->limit.reset();
  job.problem.topology = std::move(network);
  return job;
}

Job run_by_roms(Job job, std::optional<std::uint32_t> depth) {
  job.algorithm.predict = bound_of(job.problem);
  job = on_network_that_runs(std::move(job));
  if (depth && !job.hardware.queue_depth) {
    take_depth_of_file(job, *depth);
  } else {
    check_depth(job);
  }
  if (job.hardware.control == Control::rule) {
    throw InputError({"control", "rule"}, job.given->file + " is a schedule, which runs from ROMs");
  }
  job.hardware.control = Control::rom;
  return job;
}

Job given_job(Problem problem, std::vector<Hop> hops, const std::string& name,
              const HardwareOptions& hardware) {
  if (!problem.topology) throw InputError::missing("network", "a problem has one");
  check_ranges(problem.timing);
  check_range(hardware);
  check_fit(*problem.topology, problem.collective, problem.ports);
  check_timing(problem.topology->network(), *problem.topology, problem.ports, problem.timing);
  check_hops(problem, hops);
  hops = all_hops(checked_schedule(*problem.topology, stored_schedule(std::move(hops))));
  Algorithm algorithm = given_algorithm(problem, name, {.open = stored_schedule(std::move(hops))});
  return run_by_roms({.problem = std::move(problem),
                      .algorithm = std::move(algorithm),
                      .hardware = hardware,
                      .given = GivenPlan{.file = name}});
}

}  // namespace romcast
