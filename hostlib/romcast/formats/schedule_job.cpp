// SPDX-License-Identifier: Apache-2.0
#include "romcast/formats/schedule_job.hpp"

#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/job_queues.hpp"

namespace romcast {
namespace {

// Bounds of the problem that hold for any algorithm.
Theory bound(const Problem& problem) {
  try {
    const Theory theory = find_algorithm("", problem).predict(problem);
    return {.lower_bound = theory.lower_bound, .lower_bound_source = theory.lower_bound_source};
  } catch (const InputError&) {
    return {};  // no algorithm solves it
  }
}

// Bounds for any algorithm; if only stores can run the schedule, those for stores.
std::function<Theory(const Problem&)> bound_of(const ScheduleHeader& header) {
  return [network = header.topology](const Problem& problem) {
    const bool any = problem.collective.traits().listed || problem.collective.by_nodes();
    return bound({any ? with_stores(network) : network,
                  problem.collective,
                  problem.ports,
                  {},
                  problem.timing});
  };
}

QueueKind queues_of(Ports ports) {
  return ports.single() ? QueueKind::up_down : QueueKind::per_output;
}

Algorithm file_algorithm(const ScheduleHeader& header, const OpenSchedule& schedule) {
  Algorithm algorithm;
  algorithm.name = header.algorithm;
  algorithm.network = header.topology->network();
  algorithm.collective = header.collective->kind();
  algorithm.ports = {header.ports.kind};
  algorithm.default_control = Control::rom;
  algorithm.logp = header.timing.logp();
  algorithm.buffered = header.timing.buffered;
  algorithm.copies = header.collective->copies();
  algorithm.build = [schedule, period = header.period](const Problem&) {
    return Plan{.open = schedule, .period = period};
  };
  return algorithm;
}

// FIFO queues cannot run every schedule; stores can.
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

// The queue depth in the file, if the hardware that runs it has such queues.
std::optional<std::uint32_t> depth_of(const ScheduleHeader& header) {
  if (!header.limit) return std::nullopt;
  const bool store = header.limit->kind == QueueKind::store;
  const bool built = store ? header.ports.single() || header.timing.buffered
                           : header.limit->kind == queues_of(header.ports);
  return built ? std::optional(header.limit->depth) : std::nullopt;
}

}  // namespace

Job judging_job(ScheduleFile file, const std::string& name) {
  const ScheduleHeader& header = file.header;
  const OpenSchedule schedule = stored_schedule(std::move(file.hops));
  return {.problem = {header.topology, *header.collective, header.ports, {}, header.timing},
          .algorithm = file_algorithm(header, schedule),
          .given = GivenPlan{.file = name, .limit = header.limit}};
}

Job on_network_that_runs(Job job) {
  auto network = fit_for(job);
  // A limit for queues does not apply to stores.
  if (network != job.problem.topology) job.given->limit.reset();
  job.problem.topology = std::move(network);
  return job;
}

Job schedule_job(ScheduleFile file, const std::string& name, const HardwareOptions& hardware) {
  const ScheduleHeader header = file.header;
  Job job = judging_job(std::move(file), name);
  job.algorithm.predict = bound_of(header);
  job.hardware = hardware;
  job = on_network_that_runs(std::move(job));
  if (!job.hardware.queue_depth) job.hardware.queue_depth = depth_of(header);
  check_depth(job);
  if (job.hardware.control == Control::rule) {
    throw InputError({"control", "rule"}, name + " is a schedule, which runs from ROMs");
  }
  job.hardware.control = Control::rom;
  return job;
}

}  // namespace romcast
