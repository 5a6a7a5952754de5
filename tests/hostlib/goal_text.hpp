// SPDX-License-Identifier: Apache-2.0
// GOAL programs given as text, and the errors of reading or running them.
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

/// The error of a program, or of running it; "" if there is none.
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
