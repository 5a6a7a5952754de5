// SPDX-License-Identifier: Apache-2.0
// Queue figures of a judged schedule. The last send of a message determines how long the message
// stays in a switch, so the hops are logged. At the end the log is swept backwards, unless a
// QueueForecast was right and no queue was too small. A send that the sweep meets shows that its
// message was in the sender from the message's latest arrival there until the send.
#pragma once

#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/packed_log.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/queue_counters.hpp"
#include "romcast/judge/queue_forecast.hpp"

namespace romcast {

/// Logs the hops that add() gets; finish() computes the queue figures.
class QueueJournal {
 public:
  /// `here`: one flag per node, set if its queues are counted; empty: all.
  QueueJournal(const Topology& topology, const Collective& collective, Ports ports,
               std::optional<QueueLimit> limit, const std::vector<char>& here = {});
  /// Starts the next cycle that has hops.
  void begin(Cycle cycle);
  /// Logs a hop of the cycle last begun; not called if the sender is known not to hold the message.
  /// `came_by`, used only if queues are per input: channel by which the sender got the message;
  /// kNone if the sender is a processor or its queues are not counted.
  /// `destination`: kNone in multicast collectives.
  void add(ChannelId channel, MessageId message, ChannelId came_by, NodeId destination) {
    hops_.add(channel, message);
    if (per_input_) inputs_.add(came_by == kNone ? 0 : came_by, 0);
    if (forecast_) forecast_->send(channel, message, came_by, destination);
  }
  /// The message of a hop that was added arrives in a switch; called after all sends of the cycle.
  void arrive(ChannelId channel, MessageId message, NodeId destination) {
    if (forecast_) forecast_->arrive(channel, message, destination);
  }
  /// Prefetches for a hop that will be added soon.
  void expect(ChannelId channel, MessageId message) const {
    if (forecast_) forecast_->expect(channel, message);
  }

  struct Figures {
    std::vector<LevelQueues> switches;
    std::vector<Violation> violations;  ///< queue_too_deep, sorted by cycle
    /// Messages that arrive in a switch and never leave: `stranded` describes at most 100 of these
    /// arrivals, `stranded_count` counts all.
    std::vector<Violation> stranded;
    std::uint64_t stranded_count = 0;
  };
  [[nodiscard]] Figures finish();

 private:
  void sweep_all(QueueCounters& counters, Figures& figures) const;

  const Topology& topology_;
  const Collective& collective_;
  Ports ports_;
  std::optional<QueueLimit> limit_;
  bool per_input_;
  std::vector<char> queues_;  // by node: 1 if its queues are counted
  std::optional<QueueForecast> forecast_;
  PackedLog hops_;
  PackedLog inputs_;  // `came_by` of each hop, 0 for kNone; only for per_input limits
  std::vector<Cycle> cycles_;
  std::vector<std::uint64_t> begins_;
};

}  // namespace romcast
