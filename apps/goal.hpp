// SPDX-License-Identifier: Apache-2.0
// GOAL programs on the command line: converts a program into a job, and a plan into a program.
#pragma once

#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/goal/goal.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// A program and its schedule on a LogP machine with the times of `given`. Throws InputError if the
/// program cannot be run, or if an option contradicts it. `claim`: the collective that the program
/// is claimed to be; the report fails if that is impossible.
Job goal_job(const GoalProgram& program, const Scenario& given, const Progress& progress = {},
             std::optional<CollectiveKind> claim = {});

/// Writes the plan of a run as a GOAL program; "-" is standard output.
void write_goal_plan(Run& run, const std::string& path);

}  // namespace romcast
