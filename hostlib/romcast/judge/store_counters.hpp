// SPDX-License-Identifier: Apache-2.0
// How many messages the nodes of a direct network hold: what a node starts with and what it
// forwards; what many want stays where it has come to. Of copies only what is on its way counts,
// not those from which others are made.
#pragma once

#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

class StoreCounters {
 public:
  StoreCounters(const Topology& topology, const Collective& collective,
                std::optional<QueueLimit> limit);

  /// In each cycle: begin, the sends, all_sent, the arrivals.
  void begin(Cycle cycle) { cycle_ = cycle; }
  void send(NodeId node);
  void all_sent();
  /// A message comes to a node and stays there for now.
  void arrive(NodeId node);

  struct Figures {
    std::vector<LevelQueues> switches;  // by node
    std::vector<Violation> violations;
  };
  [[nodiscard]] Figures finish();

 private:
  struct Store {
    std::uint32_t count = 0, most = 0, most_waiting = 0;
    Cycle settled = 0;  // cycle up to which what waits has been seen
    Cycle over = 0;     // first cycle that ends above the limit
  };
  static void settle(Store& store, Cycle cycle);

  const Topology& topology_;
  const bool stays_;  // many want each message
  const std::optional<QueueLimit> limit_;
  std::vector<Store> stores_;
  std::vector<NodeId> senders_;
  Cycle cycle_ = 0;
};

}  // namespace romcast
