// SPDX-License-Identifier: Apache-2.0
// Explains why a GOAL program does not terminate.
#pragma once

#include <string>
#include <vector>

#include "romcast/goal/goal_graph.hpp"

namespace romcast {

/// State of a simulation that has stopped.
struct GoalRest {
  std::vector<std::uint32_t> ready;    ///< receives without a message
  std::vector<std::uint32_t> arrived;  ///< sends whose messages arrived and wait for a receive
  /// For each operation: number of its dependences (GoalOrder) that are not met yet.
  const std::vector<std::uint32_t>& waits;
  const std::vector<std::uint32_t>& message;  ///< by operation: as in GoalTimes
};

/// The reason, one line "name:line: .."; empty if the program has finished.
std::string goal_rest_error(const GoalProgram& program, const GoalGraph& graph,
                            const GoalRest& rest);

}  // namespace romcast
