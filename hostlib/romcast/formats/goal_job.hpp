// SPDX-License-Identifier: Apache-2.0
// Converts a GOAL program into a job, and a plan into a program.
#pragma once

#include <optional>
#include <string>

#include "romcast/goal/goal.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// The machine of a program, and its collective.
struct GoalTerms {
  Timing timing{};
  double gap_per_byte = 0;  ///< G, in cycles
  HardwareOptions hardware{};
  /// The collective that the program is claimed to be; the report fails if that is impossible.
  std::optional<CollectiveKind> claim{};
};

/// A program and its schedule on a LogP machine. Throws InputError if the program cannot be run.
Job goal_job(const GoalProgram& program, const GoalTerms& terms = {},
             const Progress& progress = {});

/// Writes the plan of a run as a GOAL program; "-" is standard output.
void write_goal_plan(Run& run, const std::string& path);

}  // namespace romcast
