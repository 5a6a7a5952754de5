// SPDX-License-Identifier: Apache-2.0
// GOAL programs (Hoefler, Siebert & Lumsdaine 2009), the input of the LogGOPSim simulator: the
// sends, receives and computations of every rank, and their dependences. docs/goal.md has the
// grammar and the modelled subset.
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
  std::uint64_t cycles = 0;  ///< duration of a calc
};

/// A dependence: operation `waits` of a rank waits for operation `until` of the same rank. Either
/// operation may stand first in the file.
struct GoalOrder {
  std::uint32_t waits = 0;
  std::uint32_t until = 0;
  bool begun = false;  ///< true: until that operation has begun; false: until it has finished
};

struct GoalRank {
  std::vector<GoalOp> ops;
  std::vector<GoalOrder> orders;  ///< acyclic
};

struct GoalProgram {
  std::string name;  ///< file name, for texts of errors
  std::vector<GoalRank> ranks;
  /// Sizes of messages in the file; romcast sends each as one flit.
  std::uint32_t least_bytes = kNone, most_bytes = 0;
};

/// Limits: ranks; operations and orders of all ranks together.
inline constexpr std::uint32_t kMostGoalRanks = std::uint32_t{1} << 20;
inline constexpr std::uint32_t kMostGoalLines = 100'000'000;
/// Limit on the cycles of a calc, and of a program.
inline constexpr std::uint64_t kMostGoalTime = std::uint64_t{1} << 53;

/// Receives the current activity and its finished share, 0 to 1; negative if unknown.
using GoalProgress = std::function<void(const std::string&, double)>;

/// Reads a program; `name` is the file name for texts of errors. Throws InputError "name:line:
/// found; allowed" for input that is malformed, out of range or not modelled, or that has a
/// circular dependence.
GoalProgram read_goal(std::istream& in, const std::string& name, const GoalProgress& progress = {});

}  // namespace romcast
