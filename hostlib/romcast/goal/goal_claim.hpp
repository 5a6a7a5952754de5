// SPDX-License-Identifier: Apache-2.0
// Checks whether a GOAL program can be the collective that it is claimed to be.
#pragma once

#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/goal/goal.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast {

/// Tracks what every rank can know: a message carries the data of its sender, and the knowledge
/// that came by operations that the send requires, directly or indirectly. In a broadcast or
/// scatter all ranks must know the root's data; in a gather or reduce the root must know the data
/// of all ranks; in other collectives all ranks must know the data of all. Any rank may be the
/// root. The condition is necessary, not sufficient, since GOAL does not describe the bytes.
/// Returns the error, "name: ..", or an empty string. Throws InputError for collectives whose names
/// do not determine which data a rank needs.
std::string broken_goal_claim(const GoalProgram& program, const GoalTimes& times,
                              CollectiveKind kind);

}  // namespace romcast
