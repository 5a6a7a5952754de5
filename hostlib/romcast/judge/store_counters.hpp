// SPDX-License-Identifier: Apache-2.0
// Counts the messages that the nodes of a direct network hold: those that a node starts with and
// those that it forwards; a multicast message stays in each node that it reached. If a
// collective's messages are copies (Collective::copies()), their originals do not count.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

class StoreCounters {
 public:
  /// `here`: owned nodes, one flag per node; empty: all.
  StoreCounters(const Topology& topology, const Collective& collective,
                std::optional<QueueLimit> limit, const std::vector<char>& here = {});

  /// Order of calls in each cycle: begin, the sends, all_sent, the arrivals.
  void begin(Cycle cycle) { cycle_ = cycle; }
  void send(NodeId node) {
    if (stays_) return;
    settle(stores_[node], cycle_ - 1);
    --stores_[node].count;
    senders_.push_back(node);
  }
  void all_sent() {
    for (const NodeId node : senders_) settle(stores_[node], cycle_);
    senders_.clear();
  }
  /// A message arrives that the node keeps, or will send on.
  void arrive(NodeId node) {
    Store& store = stores_[node];
    settle(store, cycle_);
    ++store.count;
    store.most = std::max(store.most, store.count);
    if (limit_ && store.count > limit_->depth && store.over == 0) store.over = cycle_;
  }

  struct Figures {
    std::vector<LevelQueues> switches;  // by node
    std::vector<Violation> violations;
  };
  [[nodiscard]] Figures finish();

 private:
  struct Store {
    std::uint32_t count = 0, most = 0, most_waiting = 0;
    Cycle settled = 0;  // last cycle whose waiting messages were counted
    Cycle over = 0;     // first cycle that ends above the limit; 0: none
  };
  // Records that the messages of a node wait in every cycle up to `cycle`.
  static void settle(Store& store, Cycle cycle) {
    if (store.settled >= cycle) return;
    store.most_waiting = std::max(store.most_waiting, store.count);
    store.settled = cycle;
  }

  const Topology& topology_;
  const bool stays_;  // messages have many destinations
  const std::optional<QueueLimit> limit_;
  std::vector<Store> stores_;
  std::vector<NodeId> senders_;
  Cycle cycle_ = 0;
};

}  // namespace romcast
