// SPDX-License-Identifier: Apache-2.0
// Makes the job of a file or a scenario: detects the file's format, and refuses options that do not
// fit the job.
#pragma once

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "romcast/formats/msccl_job.hpp"
#include "romcast/formats/schedule_job.hpp"

namespace romcast {

/// The format of a file: --format, or detected from the file's beginning. Throws InputError if
/// --format contradicts the beginning.
GivenFile::Content format_of(const GivenFile& file, const CommandLine& given);
bool is_goal(const GivenFile& file, const CommandLine& given);

/// For commands without a file: throws InputError if --format is given.
void check_no_format(const CommandLine& given);
/// For jobs other than GOAL programs: throws InputError if --as is given. `what`: the job, for the
/// text of the error.
void check_no_claim(const CommandLine& given, const std::string& what);
/// Throws InputError with this reason if any option of a scenario is given with the file.
void check_alone(const CommandLine& given, const std::string& reason);

/// S4NoC's or Poseidon's slot tables for the tiles of the scenario's network. Throws InputError.
ScheduleFile given_slot_tables(GivenFile& file, const CommandLine& given);
/// Reads an MSCCL program that fulfils its claim, for the network of the scenario, by default one
/// in which all GPUs are neighbours. Throws InputError if the program is wrong, or an option
/// contradicts it.
CheckedMsccl given_msccl(GivenFile& file, const CommandLine& given);
/// The job of a GOAL program with the times of the command line. Throws InputError.
Job given_goal(GivenFile& file, const CommandLine& given);
/// The job of a schedule, or of another program's slot tables or an MSCCL program, both of which
/// are converted into schedules. Throws InputError if the file is malformed or wrong, or if the
/// sums of an MSCCL program cannot be run.
Job given_schedule(GivenFile& file, const CommandLine& given);
/// The job of a GOAL program, or of a file that given_schedule() accepts.
Job given_job(GivenFile& file, const CommandLine& given);
/// The job of the file that was given, or of the scenario. Throws InputError.
Job given_job(const CommandLine& given);
/// The job of a scenario. Throws InputError if an option for files is given.
Job scenario_job(const CommandLine& given);

}  // namespace romcast
