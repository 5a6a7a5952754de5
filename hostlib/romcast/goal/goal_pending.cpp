// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_pending.hpp"

#include <algorithm>
#include <unordered_map>

namespace romcast {

GoalPending::GoalPending(const GoalGraph& graph, NodeId ranks)
    : graph_(graph),
      lane_(graph.size(), kNone),
      next_(graph.size(), kNone),
      order_(graph.size(), 0),
      entries_(ranks),
      calcs_(ranks, 0) {
  number_lanes(ranks);
}

void GoalPending::number_lanes(NodeId ranks) {
  // For each peer, the lane of the current rank's sends to it, or a stale lane of an earlier rank.
  std::vector<Lane> to(ranks, kNone);
  std::unordered_map<std::uint32_t, Lane> computing;
  Lane lanes = 0;
  for (NodeId rank = 0; rank < ranks; ++rank) {
    const Lane first = lanes;
    computing.clear();
    for (std::uint32_t op = graph_.first(rank); op < graph_.first(rank + 1); ++op) {
      const GoalOp& one = graph_.op(op);
      if (one.kind == GoalOp::Kind::receive) continue;
      if (one.kind == GoalOp::Kind::calc) {
        const auto [entry, added] = computing.emplace(one.cycles, lanes);
        lane_[op] = entry->second;
        if (added) ++lanes;
      } else {
        if (to[one.peer] == kNone || to[one.peer] < first) to[one.peer] = lanes++;
        lane_[op] = to[one.peer];
      }
    }
  }
  lanes_.resize(lanes);
}

std::size_t GoalPending::find(NodeId rank, std::uint64_t order) const {
  const auto& entries = entries_[rank];
  return static_cast<std::size_t>(std::ranges::lower_bound(entries, order, {}, &Entry::order) -
                                  entries.begin());
}

void GoalPending::insert(NodeId rank, const Entry& entry) {
  entries_[rank].insert(find(rank, entry.order), entry);
}

NodeId GoalPending::peer(std::uint32_t op) const {
  return graph_.op(op).kind == GoalOp::Kind::send ? graph_.op(op).peer : kNone;
}

void GoalPending::add(std::uint32_t op, std::uint64_t order) {
  order_[op] = order;
  Queue& lane = lanes_[lane_[op]];
  if (lane.head != kNone) {
    next_[lane.tail] = op;
    lane.tail = op;
    return;
  }
  lane.head = lane.tail = op;
  const NodeId rank = graph_.rank(op);
  insert(rank, {order, lane_[op], peer(op)});
  if (graph_.op(op).kind == GoalOp::Kind::calc) ++calcs_[rank];
}

void GoalPending::take(Lane lane) {
  Queue& queue = lanes_[lane];
  const std::uint32_t op = queue.head;
  const NodeId rank = graph_.rank(op);
  entries_[rank].erase(find(rank, order_[op]));
  queue.head = next_[op];
  if (queue.head != kNone) {
    return insert(rank, {order_[queue.head], lane, peer(op)});
  }
  if (graph_.op(op).kind == GoalOp::Kind::calc) --calcs_[rank];
}

}  // namespace romcast
