// SPDX-License-Identifier: Apache-2.0
// Says why a GOAL program does not come to its end.
#pragma once

#include <string>
#include <vector>

#include "romcast/goal/goal_graph.hpp"

namespace romcast {

/// What is left of a simulation when nothing happens any more.
struct GoalRest {
  std::vector<std::uint32_t> ready;         ///< receives that got nothing
  std::vector<std::uint32_t> arrived;       ///< messages that nobody received, as their sends
  const std::vector<std::uint32_t>& waits;  ///< of an operation: for how many orders it still waits
  const std::vector<std::uint32_t>& message;  ///< of an operation: as GoalTimes has it
};

/// One line "name:line: ..", empty if nothing is left.
std::string goal_rest_error(const GoalProgram& program, const GoalGraph& graph,
                            const GoalRest& rest);

}  // namespace romcast
