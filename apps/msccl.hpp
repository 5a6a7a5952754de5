// SPDX-License-Identifier: Apache-2.0
// MSCCL programs on the command line: checked for what they say that they do, then schedules like
// any other.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// A program that does what it says.
struct CheckedMsccl {
  nlohmann::ordered_json scenario;
  std::string note;                        ///< what was checked, and what is worth knowing
  std::string warning{};                   ///< the part of it that concerns runs; may be empty
  std::string unlike{};                    ///< why its sums cannot be run; else empty
  std::optional<ScheduleFile> schedule{};  ///< none if its sums cannot be run
};

/// Reads, checks and schedules a program on the network of `given`; none: one where all GPUs are
/// neighbours. Throws InputError if the program is wrong, or `given` says what the file says.
CheckedMsccl read_msccl(std::istream& in, const std::string& name, const Scenario& given);

/// What is left of the options of a scenario once a program has been scheduled.
Scenario without_network(const Scenario& given);

/// The report of a program whose sums cannot be run.
Report msccl_report(const CheckedMsccl& program);

/// Writes the plan of a run as an MSCCL program; "-" is standard output. Throws InputError if
/// there are no words for it.
void write_msccl_plan(Run& run, const std::string& path);

}  // namespace romcast
