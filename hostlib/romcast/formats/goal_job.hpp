// SPDX-License-Identifier: Apache-2.0
// Converts a GOAL program into a job, and a plan into a program.
#pragma once

#include <optional>
#include <string>

#include "romcast/goal/goal.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// The machine that runs a program, and the collective that the program performs.
struct GoalTerms {
  Timing timing{};
  double gap_per_byte = 0;  ///< G, in cycles per byte
  HardwareOptions hardware{};
  /// The collective that the program is claimed to be; nullopt: no claim. If the program cannot be
  /// this collective, the report has a violation.
  std::optional<CollectiveKind> claim{};
};

/// A job with a program's schedule on a LogP machine. Throws InputError if simulate_goal(),
/// leave_out_idle() or broken_goal_claim() does, or if messages would take different times.
Job goal_job(const GoalProgram& program, const GoalTerms& terms = {},
             const Progress& progress = {});

/// Writes the plan of a run as a GOAL program; "-" is standard output.
void write_goal_plan(Run& run, const std::string& path);

}  // namespace romcast
