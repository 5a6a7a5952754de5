// SPDX-License-Identifier: Apache-2.0
// What the processors of a GOAL simulation could do and have not begun yet.
#pragma once

#include <vector>

#include "romcast/goal/goal_graph.hpp"
#include "romcast/goal/goal_list.hpp"

namespace romcast {

/// Sends and calcs that wait for nothing but processors. Those of a rank that go to the same rank,
/// or compute for as long, form a lane: they can begin at the same times, so only the first of them
/// has to be looked at.
class GoalPending {
 public:
  using Lane = std::uint32_t;
  struct Entry {
    std::uint64_t order = 0;  ///< of the lane's first operation
    Lane lane = 0;
    NodeId peer = kNone;  ///< to which it sends; kNone if it computes
  };
  GoalPending(const GoalGraph& graph, NodeId ranks);

  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }
  /// An operation, no receive, is set free as the one of this order, later than any before.
  void add(std::uint32_t op, std::uint64_t order);
  /// The lanes of a rank that are not empty, in order.
  [[nodiscard]] const GoalList<Entry>& of(NodeId rank) const { return entries_[rank]; }
  /// Index of the first of them that is not before this order.
  [[nodiscard]] std::size_t find(NodeId rank, std::uint64_t order) const;
  /// Are there calcs among them?
  [[nodiscard]] bool computes(NodeId rank) const { return calcs_[rank] > 0; }
  /// The first operation of a lane that is not empty.
  [[nodiscard]] std::uint32_t head(Lane lane) const { return lanes_[lane].head; }
  /// Its order; 0 of an empty one.
  [[nodiscard]] std::uint64_t order(Lane lane) const {
    return lanes_[lane].head == kNone ? 0 : order_[lanes_[lane].head];
  }
  /// It begins.
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
  std::vector<Lane> lane_;                // of an operation
  std::vector<std::uint32_t> next_;       // in its lane
  std::vector<std::uint64_t> order_;      // of an operation
  std::vector<GoalList<Entry>> entries_;  // of a rank
  std::vector<std::uint32_t> calcs_;      // of a rank: lanes
};

}  // namespace romcast
