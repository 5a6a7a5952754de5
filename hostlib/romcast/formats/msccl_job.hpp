// SPDX-License-Identifier: Apache-2.0
// Converts an MSCCL program into a schedule if the program fulfils its claim (msccl::Claim), and
// converts a plan into an MSCCL program.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "romcast/core/schedule_file.hpp"
#include "romcast/msccl/execution.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// A program that fulfils its claim.
struct CheckedMsccl {
  nlohmann::ordered_json scenario;
  std::string note;  ///< results of the checks, and remarks
  /// The part of the note that concerns runs of the program on GPUs; may be empty.
  std::string warning{};
  std::string unlike{};  ///< why hardware cannot run the program's sums; empty if it can
  std::optional<ScheduleFile> schedule{};  ///< nullopt if hardware cannot run the sums
};

/// Schedules a program on a network; `execution`: result of msccl::checked(). `ports`: the name of
/// a port model; `name`: the name of the program's file. Throws InputError if the network does not
/// have these ports, if the numbers of processors and GPUs differ, or if the program is no
/// broadcast and the network is a crossbar whose processors have several ports.
CheckedMsccl scheduled_msccl(const msccl::Program& program, const msccl::Execution& execution,
                             const std::shared_ptr<const Topology>& network,
                             const std::string& ports, const std::string& name);

/// The report of a program whose sums cannot be run.
Report msccl_report(const CheckedMsccl& program);

/// Writes the plan of a run as an MSCCL program; "-" is standard output. Throws InputError if the
/// format cannot express the plan.
void write_msccl_plan(Run& run, const std::string& path);

}  // namespace romcast
