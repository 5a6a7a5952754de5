// SPDX-License-Identifier: Apache-2.0
// GOAL programs (Hoefler, Siebert & Lumsdaine 2009), the text that the LogGOPSim simulator reads:
// what every rank sends, receives and computes, and what must wait for what. The grammar and what
// of it is modelled is told in docs/goal.md.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

struct GoalOp {
  enum class Kind : std::uint8_t { send, receive, calc };
  Kind kind{};
  NodeId peer = 0;        ///< kNone: any sender
  std::uint32_t tag = 0;  ///< kNone: any tag
  std::uint32_t line = 0;
  std::uint64_t cycles = 0;  ///< of a calc
};

/// An operation of a rank waits for an earlier or later one of the same rank.
struct GoalOrder {
  std::uint32_t waits = 0;
  std::uint32_t until = 0;
  bool begun = false;  ///< until that one has begun, else until it has finished
};

struct GoalRank {
  std::vector<GoalOp> ops;
  std::vector<GoalOrder> orders;  ///< without a cycle
};

struct GoalProgram {
  std::string name;  ///< of the file, for messages
  std::vector<GoalRank> ranks;
  std::uint32_t least_bytes = kNone, most_bytes = 0;  ///< of a message; every one is one flit here
};

/// Most ranks and, of all ranks together, most operations and orders.
inline constexpr std::uint32_t kMostGoalRanks = std::uint32_t{1} << 20;
inline constexpr std::uint32_t kMostGoalLines = 100'000'000;
/// Most cycles of a calc, and of a program.
inline constexpr std::uint64_t kMostGoalTime = std::uint64_t{1} << 53;

/// Is told what is being done and which share of it is done, negative if nobody knows.
using GoalProgress = std::function<void(const std::string&, double)>;

/// Reads a program; `name` is the file name for messages. Throws InputError "name:line: found,
/// allowed" for anything malformed, out of range, not modelled, or waiting for itself.
GoalProgram read_goal(std::istream& in, const std::string& name, const GoalProgress& progress = {});

}  // namespace romcast
