// SPDX-License-Identifier: Apache-2.0
// Queue figures of a judged schedule. How long a message stays in a switch is known only when its
// last send has been seen, so the hops are logged and, unless a forecast turned out right, swept
// backwards at the end: a send makes its message resident in the past, up to the latest arrival
// before it.
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

/// Log of the legal hops and, at the end, the figures.
class QueueJournal {
 public:
  /// `here`: by node, those whose queues are looked at; empty: all.
  QueueJournal(const Topology& topology, const Collective& collective, Ports ports,
               std::optional<QueueLimit> limit, const std::vector<char>& here = {});
  /// Starts the next cycle that has hops.
  void begin(Cycle cycle);
  /// A hop of that cycle whose sender holds the message; `came_by` counts for switches only.
  /// `destination`: kNone if all want it.
  void add(ChannelId channel, MessageId message, ChannelId came_by, NodeId destination) {
    hops_.add(channel, message);
    if (per_input_) inputs_.add(came_by == kNone ? 0 : came_by, 0);
    if (forecast_) forecast_->send(channel, message, came_by, destination);
  }
  /// What has been added arrives in a switch, after all sends of its cycle.
  void arrive(ChannelId channel, MessageId message, NodeId destination) {
    if (forecast_) forecast_->arrive(channel, message, destination);
  }
  /// A hop will be added soon.
  void expect(ChannelId channel, MessageId message) const {
    if (forecast_) forecast_->expect(channel, message);
  }

  struct Figures {
    std::vector<LevelQueues> switches;
    std::vector<Violation> violations;  ///< queue_too_deep, sorted by cycle
    /// Arrivals that never leave their switch again: the first few described, all counted.
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
  std::vector<char> queues_;  // by node: it has queues that are looked at
  std::optional<QueueForecast> forecast_;
  PackedLog hops_;
  PackedLog inputs_;  // filled for per_input limits only
  std::vector<Cycle> cycles_;
  std::vector<std::uint64_t> begins_;
};

}  // namespace romcast
