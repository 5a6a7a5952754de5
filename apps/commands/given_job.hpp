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
/// Throws InputError with `reason` if an option of a scenario is given beside the file.
void check_alone(const CommandLine& given, const std::string& reason);

/// S4NoC's or Poseidon's slot tables for the tiles of the scenario's network. Throws InputError if
/// the file is malformed, or if the network or another option does not fit the file.
ScheduleFile given_slot_tables(GivenFile& file, const CommandLine& given);
/// Reads an MSCCL program, proves that the program computes its collective, and schedules the
/// program on the scenario's network, by default one in which all GPUs are neighbours. Throws
/// InputError if the program is wrong, or if an option contradicts the program.
CheckedMsccl given_msccl(GivenFile& file, const CommandLine& given);
/// The job of a GOAL program with the times of the command line. Throws InputError if the program
/// is malformed or has no schedule, or if an option contradicts the program.
Job given_goal(GivenFile& file, const CommandLine& given);
/// The job of a schedule file, or of a schedule that is made from slot tables or from an MSCCL
/// program. Throws InputError if the file is malformed or wrong, if an option contradicts it, or if
/// hardware cannot run the sums of the MSCCL program.
Job given_schedule(GivenFile& file, const CommandLine& given);
/// The job of a GOAL program, or of a file that given_schedule() accepts.
Job given_job(GivenFile& file, const CommandLine& given);
/// The job of the file `given.file`, or of the scenario if `given.file` is empty. Throws InputError
/// if the file or scenario is wrong, or if an option does not fit it.
Job given_job(const CommandLine& given);
/// The job of a scenario. Throws InputError if an option for files is given.
Job scenario_job(const CommandLine& given);

}  // namespace romcast
