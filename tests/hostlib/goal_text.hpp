// SPDX-License-Identifier: Apache-2.0
// GOAL programs given as text, and what reading or running them says.
#pragma once

#include <sstream>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast::test {

inline GoalProgram goal(const std::string& text) {
  std::istringstream in(text);
  return read_goal(in, "f");
}

/// What is wrong with a program, or with running it; "" if nothing is.
inline std::string goal_error(const std::string& text, Timing timing = {},
                              GoalInput input = GoalInput::direct) {
  try {
    simulate_goal(goal(text), timing, input);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace romcast::test
