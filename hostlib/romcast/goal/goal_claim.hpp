// SPDX-License-Identifier: Apache-2.0
// Whether a GOAL program can be the collective that somebody says it is.
#pragma once

#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/goal/goal.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast {

/// Follows what every rank can know: a message carries what its sender had and whatever came by
/// operations that the send requires, directly or not. In a broadcast or scatter all must know of
/// the root, in a gather or reduce the root of all, else all of all; the root is found out. This
/// is needed, not enough: GOAL does not say what the bytes are. Returns what is wrong,
/// "name: ..", empty if nothing is. Throws InputError for collectives that this does not tell.
std::string broken_goal_claim(const GoalProgram& program, const GoalTimes& times,
                              CollectiveKind kind);

}  // namespace romcast
