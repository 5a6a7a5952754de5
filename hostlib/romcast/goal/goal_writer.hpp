// SPDX-License-Identifier: Apache-2.0
// Writes schedules of fully connected networks as GOAL programs (goal.hpp), which LogGOPSim with
// G = O = 0 takes exactly as long for, processor by processor.
//
// Every send and reception is an operation, tagged with its message; those of a port require each
// other in order of time. LogGOPSim starts whatever it can as early as it can: where a schedule
// sends later, the port is kept busy until then by a calc. Port i of a processor is its cpu i and
// its nic i; what comes in uses the receiver's of the sender's number, so the messages of a cycle
// are given ports that are free at both ends. On buffered machines a message that waits comes by
// port 1.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

class GoalWriter {
 public:
  /// Operations that can be written.
  static constexpr std::uint64_t kMostOps = 40'000'000;
  /// GOAL counts cpus with 8 bits.
  static constexpr std::uint32_t kMostPorts = 256;

  /// Throws InputError if the network is none that GOAL has words for.
  GoalWriter(const Topology& topology, const Collective& collective, Ports ports, Timing timing);
  ~GoalWriter();
  GoalWriter(const GoalWriter&) = delete;
  GoalWriter& operator=(const GoalWriter&) = delete;

  /// All hops of a cycle, cycles ascending. Throws InputError if there are too many.
  void step(std::span<const Hop> hops);
  /// Writes the program; "-" is standard output. Once.
  void write(const std::string& path);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Writes a whole schedule.
void write_goal(const std::string& path, const Topology& topology, const Collective& collective,
                Ports ports, Timing timing, const OpenSchedule& schedule);

}  // namespace romcast
