// SPDX-License-Identifier: Apache-2.0
// The options that size the queues of a job's hardware: checks, JSON, and the memory that is saved.
#pragma once

#include <vector>

#include "romcast/report/report.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// Throws InputError for a queue depth that is out of range.
void check_range(const HardwareOptions& options);
/// Throws InputError if the job has no queues for a given option, if both `queue_depth` and `fit`
/// are given, or if the algorithm cannot run with queues of the given depth.
void check_depth(const Job& job);

/// Adds the options to the JSON of a scenario.
void add_queues(const HardwareOptions& options, nlohmann::ordered_json& scenario);
/// Memory that is saved by queues as deep as each level needs, compared with equally deep queues;
/// empty without the option `fit`.
ReportSection saved_slots(const HardwareOptions& options, const std::vector<QueueDepth>& depths);

}  // namespace romcast
