// SPDX-License-Identifier: Apache-2.0
// Writes schedules of fully connected networks as GOAL programs (goal.hpp). LogGOPSim reproduces
// the time of the schedule for every processor if bytes take no time (its parameters G = O = 0).
//
// Every send and reception is an operation, tagged with its message; each operation of a port
// requires the one before it. LogGOPSim starts every operation as early as possible: where
// a schedule sends later, a calc keeps the port busy until then. Port i of a processor is its cpu i
// and its nic i; a message arrives at the receiver's port with the number of the sender's port,
// so messages of a cycle get ports that are free at both ends. On buffered machines a message that
// waits arrives by port 1.
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
  /// Limit on the number of operations.
  static constexpr std::uint64_t kMostOps = 40'000'000;
  /// GOAL numbers cpus with 8 bits.
  static constexpr std::uint32_t kMostPorts = 256;

  /// Throws InputError if GOAL cannot express the network or the number of ports.
  GoalWriter(const Topology& topology, const Collective& collective, Ports ports, Timing timing);
  ~GoalWriter();
  GoalWriter(const GoalWriter&) = delete;
  GoalWriter& operator=(const GoalWriter&) = delete;

  /// Adds all hops of a cycle; cycles must ascend. Throws InputError if kMostOps is exceeded.
  void step(std::span<const Hop> hops);
  /// Writes the program; "-" is standard output. Call it once.
  void write(const std::string& path);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Writes a whole schedule.
void write_goal(const std::string& path, const Topology& topology, const Collective& collective,
                Ports ports, Timing timing, const OpenSchedule& schedule);

}  // namespace romcast
