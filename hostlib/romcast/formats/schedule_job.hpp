// SPDX-License-Identifier: Apache-2.0
// Turns a schedule file, whatever program wrote it, into a job.
#pragma once

#include <string>

#include "romcast/core/schedule_file.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// A job that judges the schedule of the file called `name`, and runs the schedule on hardware with
/// ROMs. Throws InputError if the hardware does not fit the schedule.
Job schedule_job(ScheduleFile file, const std::string& name, const HardwareOptions& hardware = {});

/// A job that only judges the schedule of the file, so no hardware need fit the schedule.
Job judging_job(ScheduleFile file, const std::string& name);

}  // namespace romcast
