// SPDX-License-Identifier: Apache-2.0
// Fill levels of all queues while a schedule is swept backwards, and their maxima.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// One queue. Steps are the cycles that have hops, numbered from 0.
struct QueueCounter {
  std::uint32_t count = 0;
  std::uint32_t most = 0;          ///< at the end of a cycle
  std::uint32_t most_waiting = 0;  ///< between the sends and the receptions of a cycle
  std::uint32_t entered = kNone;   ///< step of the send that was undone last; kNone: none
  std::uint32_t places = kNone;    ///< limit; kNone: none
  std::uint32_t over = kNone;      ///< first step that ends above the limit; kNone: none

  /// Undoes a send in `step`: the message was in the queue at the end of step `step` - 1.
  void enter(std::uint32_t step) {
    if (entered != step) {
      most_waiting = count > most_waiting ? count : most_waiting;
      entered = step;
    }
    if (++count > most) most = count;
  }
  /// Undoes an arrival in `step`. All messages present at the end of the step waited if the next
  /// cycle has no send from this queue, or no hops at all (gap); else enter() has counted those
  /// that waited.
  void leave(std::uint32_t step, bool gap) {
    if ((gap || entered > step + 1) && count > most_waiting) most_waiting = count;
    if (count > places)
      over = step;  // steps are undone backwards, so the first such step is assigned last
    --count;
  }
  void note(std::uint32_t filled, std::uint32_t waited) {
    most = filled;
    most_waiting = waited;
  }
};

class QueueCounters {
 public:
  QueueCounters(const Topology& topology, std::optional<QueueLimit> limit);

  /// Moves to a step; `gap`: the cycle after the step has no hops, although later cycles have.
  void at(std::uint32_t step, bool gap) {
    step_ = step;
    gap_ = gap;
  }
  void enter_switch(NodeId node) { switches_[node - first_].enter(step_); }
  void leave_switch(NodeId node) { switches_[node - first_].leave(step_, gap_); }
  void enter_down(NodeId node) { downs_[node - first_].enter(step_); }
  void leave_down(NodeId node) { downs_[node - first_].leave(step_, gap_); }
  void enter_output(ChannelId channel) { outputs_[channel].enter(step_); }
  void leave_output(ChannelId channel) { outputs_[channel].leave(step_, gap_); }
  void enter_input(ChannelId channel) { inputs_[channel].enter(step_); }
  void leave_input(ChannelId channel) { inputs_[channel].leave(step_, gap_); }

  /// Notes figures that the forecast has counted.
  void note_switch(NodeId node, std::uint32_t most, std::uint32_t waiting, std::uint32_t down) {
    switches_[node - first_].note(most, waiting);
    downs_[node - first_].note(down, 0);
  }
  void note_output(ChannelId channel, std::uint32_t most, std::uint32_t waiting) {
    outputs_[channel].note(most, waiting);
  }
  void note_input(ChannelId channel, std::uint32_t most) { inputs_[channel].note(most, 0); }
  /// True if a queue needs more slots than it has.
  [[nodiscard]] bool too_small() const;

  /// Maxima over all cycles, by switch.
  [[nodiscard]] std::vector<LevelQueues> switches(Ports ports) const;
  /// At most one violation per switch and kind of queue: names the fullest queue, and the first
  /// cycle in which a queue of the kind was too full. `cycles` holds the cycle of each step.
  [[nodiscard]] std::vector<Violation> violations(std::span<const Cycle> cycles) const;

 private:
  void add_violation(NodeId node, std::span<const ChannelId> channels,
                     const std::vector<QueueCounter>& counters, std::span<const Cycle> cycles,
                     std::vector<Violation>& violations) const;
  [[nodiscard]] std::string queue_name(NodeId node, ChannelId channel) const;

  const Topology& topology_;
  std::optional<QueueLimit> limit_;
  NodeId first_;  // first switch
  std::vector<QueueCounter> switches_, downs_, outputs_, inputs_;
  std::uint32_t step_ = 0;
  bool gap_ = false;
};

}  // namespace romcast
