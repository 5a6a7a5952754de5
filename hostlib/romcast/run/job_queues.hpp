// SPDX-License-Identifier: Apache-2.0
// The options that size the queues of a job's hardware: checks, JSON, and the memory that is saved.
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

/// Adds `queue_depth`, null if absent, and `fit`, if true, to the JSON of a scenario.
void add_queues(const HardwareOptions& options, nlohmann::ordered_json& scenario);
/// Memory that is saved by queues as deep as each level needs, compared with equally deep queues;
/// empty without the option `fit`.
ReportSection saved_slots(const HardwareOptions& options, const std::vector<QueueDepth>& depths);

}  // namespace romcast
