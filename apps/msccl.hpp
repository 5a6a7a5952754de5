// SPDX-License-Identifier: Apache-2.0
// MSCCL programs on the command line: checked against their claims, then treated as schedules.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// A program that fulfils its claim.
struct CheckedMsccl {
  nlohmann::ordered_json scenario;
  std::string note;  ///< results of the checks, and remarks
  /// The part of the note that concerns runs; may be empty.
  std::string warning{};
  std::string unlike{};                    ///< reason why its sums cannot be run; else empty
  std::optional<ScheduleFile> schedule{};  ///< none if its sums cannot be run
};

/// Reads, checks and schedules a program on the network of `given`, by default one in which all
/// GPUs are neighbours. Throws InputError if the program is wrong, or `given` repeats settings of
/// the file.
CheckedMsccl read_msccl(std::istream& in, const std::string& name, const Scenario& given);

/// The options of a scenario that still apply after a program has been scheduled.
Scenario without_network(const Scenario& given);

/// The report of a program whose sums cannot be run.
Report msccl_report(const CheckedMsccl& program);

/// Writes the plan of a run as an MSCCL program; "-" is standard output. Throws InputError if the
/// format cannot express it.
void write_msccl_plan(Run& run, const std::string& path);

}  // namespace romcast
