// SPDX-License-Identifier: Apache-2.0
// Gives the operations of a GOAL program their times on a LogP machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/goal/goal.hpp"

namespace romcast {

/// What becomes of a message whose receiver is busy when it comes.
enum class GoalInput {
  /// It waits in a queue, as LogGOPSim has it.
  queued,
  /// Nothing can wait, so it is sent later. Whatever waits for it then starts later, too; what its
  /// sender and receiver do beside it goes on.
  direct
};

/// When everything happens, in cycles from 0. Operations are numbered in the order of the file, and
/// so are messages, one per send.
struct GoalTimes {
  std::vector<std::uint64_t> begin;    ///< of an operation: when a receive is ready for its message
  std::vector<std::uint64_t> taken;    ///< of a message: when its reception begins
  std::vector<std::uint32_t> message;  ///< of an operation: the one sent or received; else kNone
  std::uint64_t cycles = 0;            ///< when the last processor is done
};

/// Simulates a program: every operation starts as early as what it waits for and its processor
/// allow, among those of one time the one that was ready first. A message is received when it
/// comes, whether or not a receive is ready for it; it is matched with the first that is and fits,
/// like LogGOPSim does. All messages take the same time; `held` of `timing`'s latency and gap come
/// from their bytes after the first, which LogGOPSim counts at the receiver. Throws InputError
/// "name:line: .." for a message or a receive without its counterpart, for a deadlock, and if it
/// takes too long to be counted.
GoalTimes simulate_goal(const GoalProgram& program, Timing timing, GoalInput input,
                        const GoalProgress& progress = {}, std::uint32_t held = 0);

/// Programs that compute for long end after more cycles than a schedule can count. Shortens each
/// stretch of time in which no operation begins or ends and no message is under way, with the calcs
/// that last throughout: what is left keeps every order of events, and every distance that the
/// machine's times limit. Throws InputError if too much is left.
std::vector<LeftOut> leave_out_idle(GoalProgram& program, Timing timing, GoalTimes& times);

/// The messages of a program.
Collective goal_collective(const GoalProgram& program);
/// The schedule of these times: sends, and computations. Without queues. Programs of
/// processors begin one thing a cycle, so a calc that begins in the cycle of a send, which can be
/// without overhead, is there from its second cycle on.
std::vector<Hop> goal_hops(const GoalProgram& program, Timing timing, const GoalTimes& times);

/// Looks at hops and program alone, and at which hops are said to belong to which operations: is
/// every operation there once, does it follow all that it requires, does every receive get a
/// message that it may get, and in order? Returns what is wrong, "name:line: .."; empty if nothing
/// is.
std::string broken_goal_order(const GoalProgram& program, Timing timing,
                              const std::vector<Hop>& hops, const GoalTimes& times);

}  // namespace romcast
