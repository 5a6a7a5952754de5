// Says why a GOAL program does not come to its end.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "romcast/goal_graph.hpp"

namespace romcast {

/// What is left of a simulation when nothing happens any more.
struct GoalRest {
  std::vector<std::deque<std::uint32_t>> ready;    ///< of a rank: receives that got nothing
  std::vector<std::deque<std::uint32_t>> arrived;  ///< of a rank: messages that nobody received,
                                                   ///< as their sends
  std::vector<std::uint32_t> waits;  ///< of an operation: for how many orders it still waits
};

/// Does a receive take the message of a send, if it is one to its rank?
bool goal_match(const GoalGraph& graph, std::uint32_t receive, std::uint32_t send);

/// One line "name:line: ..", empty if nothing is left.
std::string goal_rest_error(const GoalProgram& program, const GoalGraph& graph,
                            const GoalRest& rest);

}  // namespace romcast
