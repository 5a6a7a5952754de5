// SPDX-License-Identifier: Apache-2.0
// Queue depths as options of a job: their checks, their JSON, and the memory that `fit` saves.
#pragma once

#include <vector>

#include "romcast/report/report.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// Throws InputError for a queue depth that is out of range.
void check_range(const HardwareOptions& options);
/// Throws InputError if `queue_depth` or `fit` is given and the job has no queues, if both are
/// given, or if `queue_depth` is outside the range of the job's algorithm.
void check_depth(const Job& job);
/// Makes the queues `depth` deep, as the job's file requires. Throws InputError that names the file
/// if the job has no such queues.
void take_depth_of_file(Job& job, std::uint32_t depth);

/// Adds `queue_depth`, null if absent, and `fit`, if true, to the JSON of a scenario.
void add_queues(const HardwareOptions& options, nlohmann::ordered_json& scenario);
/// The memory that `fit` saves: the queues as built, compared with queues that all have the largest
/// of the depths built. Without `fit`, the section has no JSON and no rows.
ReportSection saved_slots(const HardwareOptions& options, const std::vector<QueueDepth>& depths);

}  // namespace romcast
