// SPDX-License-Identifier: Apache-2.0
// The operations of a GOAL simulation that wait only for processors.
#pragma once

#include <vector>

#include "romcast/goal/goal_graph.hpp"
#include "romcast/goal/goal_list.hpp"

namespace romcast {

/// Sends and calcs whose requirements are satisfied. The sends of one rank to the same peer form a
/// lane, and so do the calcs of one rank with equal durations. At any time, either all operations
/// of a lane can begin or none can, so only the lane's first operation needs to be examined.
class GoalPending {
 public:
  using Lane = std::uint32_t;
  struct Entry {
    std::uint64_t order = 0;  ///< number that add() got with the lane's first operation
    Lane lane = 0;
    NodeId peer = kNone;  ///< destination of a send; kNone for a calc
  };
  GoalPending(const GoalGraph& graph, NodeId ranks);

  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }
  /// Adds a send or calc; each call must give a larger order than the calls before.
  void add(std::uint32_t op, std::uint64_t order);
  /// The non-empty lanes of a rank, sorted by Entry::order.
  [[nodiscard]] const GoalList<Entry>& of(NodeId rank) const { return entries_[rank]; }
  /// The smallest i with of(rank)[i].order >= `order`; of(rank).size() if there is none.
  [[nodiscard]] std::size_t find(NodeId rank, std::uint64_t order) const;
  /// True if a rank has pending calcs.
  [[nodiscard]] bool computes(NodeId rank) const { return calcs_[rank] > 0; }
  /// The first operation of a non-empty lane.
  [[nodiscard]] std::uint32_t head(Lane lane) const { return lanes_[lane].head; }
  /// The order of a lane's first operation; 0 for an empty lane.
  [[nodiscard]] std::uint64_t order(Lane lane) const {
    return lanes_[lane].head == kNone ? 0 : order_[lanes_[lane].head];
  }
  /// Removes the first operation of a lane; call it when the operation begins.
  void take(Lane lane);

 private:
  struct Queue {
    std::uint32_t head = kNone, tail = kNone;
  };
  void number_lanes(NodeId ranks);
  [[nodiscard]] NodeId peer(std::uint32_t op) const;
  void insert(NodeId rank, const Entry& entry);

  const GoalGraph& graph_;
  std::vector<Queue> lanes_;
  std::vector<Lane> lane_;                // by operation
  std::vector<std::uint32_t> next_;       // by operation: the next one in its lane
  std::vector<std::uint64_t> order_;      // by operation
  std::vector<GoalList<Entry>> entries_;  // by rank
  std::vector<std::uint32_t> calcs_;      // by rank: number of lanes with calcs
};

}  // namespace romcast
