// SPDX-License-Identifier: Apache-2.0
// Functions and constants for code that builds jobs from text or files.
#pragma once

#include <array>
#include <string>

#include "romcast/core/schedule_file.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// A time of LogP machines and the option that sets it.
struct LogpTime {
  const char* name;
  std::uint32_t least;
  std::uint32_t Timing::*member;
  const char* help;
};
inline constexpr std::array<LogpTime, 3> kLogpTimes{
    {{"latency", 1, &Timing::latency,
      "complete: L, cycles that a message takes from processor to processor (1); or a time, e.g. "
      "5us, with `cycle`. Links: a time, or cycles, e.g. 2cycles; or one per dimension"},
     {"overhead", 0, &Timing::overhead,
      "complete: o, cycles that a processor is busy with one send or one receive (0); or a time"},
     {"gap", 1, &Timing::gap,
      "complete: g, cycles from one send of a processor to its next, and between receives (1); or "
      "a time"}}};

/// The nearest whole number, upwards from halves. A number that misses a half by at most the
/// rounding errors of a few floating-point operations counts as a half.
double nearest_whole(double number);

/// The option of periodic schedules.
inline constexpr const char* kPeriod = "period";

/// Returns `network`, with stores if the collective, the ports or the option `period` need stores.
std::shared_ptr<const Topology> network_for(CollectiveKind kind, Ports ports,
                                            const Options& options,
                                            std::shared_ptr<const Topology> network);
/// Throws InputError if `options` ask for a periodic schedule, but the network or the collective
/// cannot have one.
void check_frames(CollectiveKind kind, const Options& options, const Topology& network);
/// Returns an exchange of reductions (Flow::reduces): one to the sink for a reduce, one to all
/// processors for an allreduce, one to each processor for a reduce-scatter. Throws InputError for a
/// summation, whose processors have many operands.
Collective as_reductions(const Collective& collective, Operation operation);
/// The collective; combined by nodes if its kind permits this (Traits::in_nodes) and the network is
/// no crossbar. Throws InputError as Collective does.
Collective collective_on(const Topology& network, CollectiveKind kind, NodeId source,
                         std::uint32_t messages);
/// Throws InputError for a time below its minimum or above kMostTime.
void check_ranges(const Timing& timing);
/// Throws InputError for non-unit timing that the network or the ports do not support. `network`:
/// the name of the network, for the error.
void check_timing(const std::string& network, const Topology& topology, Ports ports,
                  const Timing& timing);
/// Returns an algorithm whose build() returns `plan` and whose predict() returns an empty Theory.
Algorithm given_algorithm(const Problem& problem, const std::string& name, Plan plan);
/// Returns `job`, whose plan is given, with a network that can run the plan: with stores instead of
/// queues if the queues cannot run the plan. An illegal plan gets stores only by `hardware.anyway`.
Job on_network_that_runs(Job job);
/// Returns on_network_that_runs(job), run from ROMs, with the bound of the problem as theory.
/// `depth`: depth of the queues if the job gives none. Throws InputError if the hardware does not
/// fit the plan.
Job run_by_roms(Job job, std::optional<std::uint32_t> depth = {});
/// The header of this job's schedule file. `limit`: the limit on queues against which the judge
/// checks the job's plan; `period`: the period of the plan.
ScheduleHeader schedule_header(const Job& job, std::optional<QueueLimit> limit,
                               std::optional<Period> period);

}  // namespace romcast
