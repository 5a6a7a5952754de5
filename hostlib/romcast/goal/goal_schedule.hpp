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

/// Treatment of a message whose receiver is busy when the message arrives.
enum class GoalInput {
  /// It waits in a queue, as in LogGOPSim.
  queued,
  /// There is no queue, so the message is sent later. This also delays the operations that depend
  /// on the message; the sender's and the receiver's other operations continue.
  direct
};

/// Times of all events, in cycles from 0. Operations are numbered in the order of the file, and so
/// are messages, one per send.
struct GoalTimes {
  /// When each operation begins; for a receive: when it is ready for its message.
  std::vector<std::uint64_t> begin;
  std::vector<std::uint64_t> taken;    ///< by message: when its reception begins
  std::vector<std::uint32_t> message;  ///< by operation: the message sent or received; else kNone
  std::uint64_t cycles = 0;            ///< when the last processor has finished
};

/// Simulates a program: every operation starts as early as its dependences and its processor allow;
/// ties go to the operation that became ready first. A message is received once it has arrived
/// and its receiver is free, whether or not a receive is ready for it; as in LogGOPSim, the message
/// matches the first ready receive that fits. All messages have the same duration. `held`: the
/// cycles, included in `timing`'s latency and in its gap, for the bytes after the first; LogGOPSim
/// counts these cycles at the receiver. Throws InputError "name:line: .." for a message or a
/// receive without its counterpart, for a deadlock, and if the time overflows.
GoalTimes simulate_goal(const GoalProgram& program, Timing timing, GoalInput input,
                        const GoalProgress& progress = {}, std::uint32_t held = 0);

/// Programs with long calcs may end after more cycles than a schedule can count. Shortens each long
/// stretch of time in which no operation begins or ends and no message is in flight, together with
/// the calcs that span it. The order of all events stays, and so does every distance between events
/// that `timing` constrains. Returns the omitted stretches. Throws InputError if the remaining time
/// is still too long.
std::vector<LeftOut> leave_out_idle(GoalProgram& program, Timing timing, GoalTimes& times);

/// The collective of a program: one message per send.
Collective goal_collective(const GoalProgram& program);
/// The schedule of these times: sends, and computations. Only for GoalInput::direct. As hardware
/// begins one activity per cycle and processor, a calc that, without overhead, begins in the cycle
/// of a send appears from the calc's second cycle on.
std::vector<Hop> goal_hops(const GoalProgram& program, Timing timing, const GoalTimes& times);

/// Checks the hops against the program: every operation appears once and after all that it
/// requires, and every receive gets a message that fits, in order. Uses only the begin and the
/// message of each operation from `times`. Returns the error, "name:line: ..", or an empty string.
std::string broken_goal_order(const GoalProgram& program, Timing timing,
                              const std::vector<Hop>& hops, const GoalTimes& times);

}  // namespace romcast
