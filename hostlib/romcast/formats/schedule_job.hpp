// SPDX-License-Identifier: Apache-2.0
// Turns a schedule file into a job: it is judged, compiled and run, whatever program wrote it.
#pragma once

#include <string>

#include "romcast/core/schedule_file.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// A job with a single algorithm, whose plan is the file; its hardware runs from ROMs. Throws
/// InputError if the hardware does not fit the schedule.
Job schedule_job(ScheduleFile file, const std::string& name, const HardwareOptions& hardware = {});

/// A job that is only judged, so the queues of the file's network need not fit the schedule.
Job judging_job(ScheduleFile file, const std::string& name);

}  // namespace romcast
