// SPDX-License-Identifier: Apache-2.0
#include "romcast/formats/schedule_job.hpp"

#include <utility>

#include "romcast/run/job_parts.hpp"

namespace romcast {
namespace {

QueueKind queues_of(Ports ports) {
  return ports.single() ? QueueKind::up_down : QueueKind::per_output;
}

// The queue depth in the header, if the hardware that runs the schedule has queues of the kind that
// the header limits; else nullopt.
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
  Problem problem{header.topology, *header.collective, header.ports, {}, header.timing};
  Algorithm algorithm =
      given_algorithm(problem, header.algorithm,
                      {.open = stored_schedule(std::move(file.hops)), .period = header.period});
  return {.problem = std::move(problem),
          .algorithm = std::move(algorithm),
          .given = GivenPlan{.file = name, .limit = header.limit}};
}

Job schedule_job(ScheduleFile file, const std::string& name, const HardwareOptions& hardware) {
  const std::optional<std::uint32_t> depth = depth_of(file.header);
  Job job = judging_job(std::move(file), name);
  job.hardware = hardware;
  return run_by_roms(std::move(job), depth);
}

}  // namespace romcast
