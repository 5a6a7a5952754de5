// SPDX-License-Identifier: Apache-2.0
// GOAL programs on the command line: a program of others becomes a job, a plan of ours a program.
#pragma once

#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/goal/goal.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// A program and its schedule on the LogP machine whose times `given` has. Throws InputError if it
/// cannot be run, or if an option contradicts it. `claim`: the collective that it is said to be;
/// the report fails if it cannot be.
Job goal_job(const GoalProgram& program, const Scenario& given, const Progress& progress = {},
             std::optional<CollectiveKind> claim = {});

/// Writes the plan of a run as a GOAL program; "-" is standard output.
void write_goal_plan(Run& run, const std::string& path);

}  // namespace romcast
