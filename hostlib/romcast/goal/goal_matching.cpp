// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_matching.hpp"

#include <algorithm>

namespace romcast {

GoalMatching::GoalMatching(const GoalGraph& graph) : graph_(graph), since_(graph.size(), 0) {
  NodeId ranks = 0;
  for (std::uint32_t op = 0; op < graph.size(); ++op) {
    ranks = std::max(ranks, graph.rank(op) + 1);
    const GoalOp& one = graph.op(op);
    if (one.kind == GoalOp::Kind::send) ranks = std::max(ranks, one.peer + 1);
    if (one.kind != GoalOp::Kind::receive) continue;
    streams_.push_back({graph.rank(op), one.peer, one.tag});
  }
  std::ranges::sort(streams_, {}, &Stream::key);
  streams_.erase(std::unique(streams_.begin(), streams_.end()), streams_.end());
  first_.assign(ranks + 1, 0);
  wild_.assign(ranks, false);
  for (const Stream& stream : streams_) {
    ++first_[stream.rank + 1];
    if (stream.peer == kNone || stream.tag == kNone) wild_[stream.rank] = true;
  }
  for (NodeId r = 0; r < ranks; ++r) first_[r + 1] += first_[r];
  ready_.resize(streams_.size());
  arrived_.resize(streams_.size());
}

std::uint32_t GoalMatching::find(const Stream& stream) const {
  const auto end = streams_.begin() + first_[stream.rank + 1];
  const auto found = std::ranges::lower_bound(streams_.begin() + first_[stream.rank], end,
                                              stream.key(), {}, &Stream::key);
  if (found == end || *found != stream) return kNone;
  return static_cast<std::uint32_t>(found - streams_.begin());
}

GoalMatching::Streams GoalMatching::streams_of(std::uint32_t send) const {
  const GoalOp& op = graph_.op(send);
  const NodeId from = graph_.rank(send);
  Streams streams{find({op.peer, from, op.tag}), kNone, kNone, kNone};
  if (!wild_[op.peer]) return streams;
  streams[1] = find({op.peer, from, kNone});
  streams[2] = find({op.peer, kNone, op.tag});
  streams[3] = find({op.peer, kNone, kNone});
  return streams;
}

void GoalMatching::append(Queue& queue, std::uint32_t op) {
  const auto link = static_cast<std::uint32_t>(links_.size());
  links_.push_back({op});
  (queue.head == kNone ? queue.head : links_[queue.tail].next) = link;
  queue.tail = link;
}

std::uint32_t GoalMatching::front(Queue& queue) {
  while (queue.head != kNone && since_[links_[queue.head].op] == 0) {
    queue.head = links_[queue.head].next;
  }
  return queue.head == kNone ? kNone : links_[queue.head].op;
}

std::uint32_t GoalMatching::receive(std::uint32_t receive) {
  const GoalOp& op = graph_.op(receive);
  const std::uint32_t stream = find({graph_.rank(receive), op.peer, op.tag});
  const std::uint32_t send = front(arrived_[stream]);
  if (send == kNone) {
    since_[receive] = ++now_;
    append(ready_[stream], receive);
  } else {
    since_[send] = 0;
  }
  return send;
}

std::uint32_t GoalMatching::arrive(std::uint32_t send) {
  const Streams streams = streams_of(send);
  std::uint32_t first = kNone;
  for (const std::uint32_t stream : streams) {
    const std::uint32_t receive = stream == kNone ? kNone : front(ready_[stream]);
    if (receive != kNone && (first == kNone || since_[receive] < since_[first])) first = receive;
  }
  if (first != kNone) {
    since_[first] = 0;
    return first;
  }
  since_[send] = ++now_;
  for (const std::uint32_t stream : streams) {
    if (stream != kNone) append(arrived_[stream], send);
  }
  return kNone;
}

std::vector<std::uint32_t> GoalMatching::waiting(GoalOp::Kind kind) const {
  std::vector<std::uint32_t> ops;
  for (std::uint32_t op = 0; op < graph_.size(); ++op) {
    if (graph_.op(op).kind == kind && since_[op] > 0) ops.push_back(op);
  }
  std::ranges::sort(ops, {}, [&](std::uint32_t op) {
    const NodeId rank = kind == GoalOp::Kind::send ? graph_.op(op).peer : graph_.rank(op);
    return std::pair(rank, since_[op]);
  });
  return ops;
}

}  // namespace romcast
