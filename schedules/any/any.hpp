// SPDX-License-Identifier: Apache-2.0
// Shared parts of the algorithms for any network: tests of the network and the problem, the lower
// bound at which a search stops, and time limits.
#pragma once

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/bounds/bounds.hpp"

namespace romcast::any {

/// Algorithm::network of an algorithm for all networks whose nodes forward.
inline constexpr const char* kAny = "any";

/// True if the nodes forward for each other and every link has a fixed receiver (no crossbar).
bool forwards(const Topology& topology);

/// A collective to be scheduled on a network.
struct Task {
  const Topology& topology;
  const Collective& collective;
  Ports ports;
  SearchShare share{};  ///< this rank's share of the attempts
};
inline Task task_of(const Problem& problem) {
  return {*problem.topology, problem.collective, problem.ports, problem.share};
}

/// True if ports are half-duplex or differ between nodes; most constructions do not handle that.
inline bool special(const Task& task) { return task.ports.half || task.topology.uneven_ports(); }

using Hops = std::vector<Hop>;
/// The last cycle of hops that are sorted by cycle; 0 if there are no hops.
inline Cycle cycles_of(const Hops& hops) { return hops.empty() ? 0 : hops.back().cycle; }

/// A time limit in seconds, counted from the construction; a caught SIGINT ends it early.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(seconds))) {}
  [[nodiscard]] bool over() const {
    return Interruptible::interrupted() || std::chrono::steady_clock::now() >= end_;
  }
  [[nodiscard]] double left() const {
    return std::chrono::duration<double>(end_ - std::chrono::steady_clock::now()).count();
  }

 private:
  std::chrono::steady_clock::time_point end_;
};

/// The option --seconds, which limits the time of a search.
AlgorithmOption seconds_option();
/// The value of the option --seconds, 10 if the problem does not have the option. Throws InputError
/// if the value is not a number from 0 to 1,000,000.
double seconds_of(const Problem& problem);

/// The reason why algorithms that use this function refuse the problem: its timing differs from
/// hops of one cycle each (Timing::plain()), its collective combines messages, or its collective
/// has more than kMostHops deliveries. Empty if no reason holds.
std::string refusal(const Problem& problem);
/// The best lower bound, its source and whether it is attained; there is no formula.
Theory predict(const Problem& problem);

/// Collectives with more deliveries are refused, because their schedules do not fit into memory.
inline constexpr std::uint64_t kMostHops = 200'000'000;

}  // namespace romcast::any
