// SPDX-License-Identifier: Apache-2.0
// A schedule file as a job: it is judged, compiled and run, whatever program wrote it.
#pragma once

#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/schedule_file.hpp"

namespace romcast {

/// The job with one algorithm, whose plan is the file's; its hardware runs from ROMs. `given`: the
/// options beside the file; those of the hardware have a meaning. Throws InputError if another
/// option says what the file says.
Job schedule_job(ScheduleFile file, const std::string& name, const Scenario& given);

/// The same on the network of the file, whether or not its queues can follow: to be judged, not
/// run.
Job judging_job(ScheduleFile file, const std::string& name);

}  // namespace romcast
