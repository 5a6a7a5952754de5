// SPDX-License-Identifier: Apache-2.0
// The options that size the queues of a job's hardware: what they allow, build, report and save.
#pragma once

#include <vector>

#include "romcast/report/report.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// Throws InputError for a queue depth that no queue has.
void check_range(const HardwareOptions& options);
/// Throws InputError if an option is given that the job's queues would not use.
void check_depth(const Job& job);

/// Adds the options to the JSON of a scenario.
void add_queues(const HardwareOptions& options, nlohmann::ordered_json& scenario);
/// Memory that queues as deep as each level needs save, compared with uniformly deep queues; empty
/// unless they are asked for.
ReportSection saved_slots(const HardwareOptions& options, const std::vector<QueueDepth>& depths);

}  // namespace romcast
