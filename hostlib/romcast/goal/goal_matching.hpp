// SPDX-License-Identifier: Apache-2.0
// Matches the messages and the receives of a GOAL program.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "romcast/goal/goal_graph.hpp"

namespace romcast {

/// Matches messages with receives. A message goes to the first ready receive of the receiving rank
/// whose sender and tag fit; a receive takes the first arrived message that fits. Each rank has,
/// for each pair of sender and tag (or wildcards) of its receives, a queue of ready receives and a
/// queue of arrived messages, so that no queue is searched.
class GoalMatching {
 public:
  explicit GoalMatching(const GoalGraph& graph);

  /// A receive is ready: returns the send of its message; kNone if the receive must wait.
  std::uint32_t receive(std::uint32_t receive);
  /// The message of a send has arrived: returns its receive; kNone if the message must wait.
  std::uint32_t arrive(std::uint32_t send);

  /// Waiting receives, rank by rank, in the order in which they became ready.
  [[nodiscard]] std::vector<std::uint32_t> ready() const { return waiting(GoalOp::Kind::receive); }
  /// Sends whose messages wait, by receiving rank, in the order of arrival.
  [[nodiscard]] std::vector<std::uint32_t> arrived() const { return waiting(GoalOp::Kind::send); }

 private:
  struct Stream {
    NodeId rank = 0, peer = 0;
    std::uint32_t tag = 0;
    bool operator==(const Stream&) const = default;
    [[nodiscard]] auto key() const { return std::tie(rank, peer, tag); }
  };
  struct Queue {
    std::uint32_t head = kNone, tail = kNone;
  };
  struct Link {
    std::uint32_t op = 0, next = kNone;
  };
  // The streams (receiving rank, sender or wildcard, tag or wildcard) that fit a send, as indices
  // in streams_; kNone for a stream that no receive names.
  using Streams = std::array<std::uint32_t, 4>;

  [[nodiscard]] std::uint32_t find(const Stream& stream) const;
  [[nodiscard]] Streams streams_of(std::uint32_t send) const;
  [[nodiscard]] std::vector<std::uint32_t> waiting(GoalOp::Kind kind) const;
  void append(Queue& queue, std::uint32_t op);
  // Drops, at the head of the queue, entries that no longer wait; then returns the operation at the
  // head, or kNone if the queue is empty.
  std::uint32_t front(Queue& queue);

  const GoalGraph& graph_;
  std::vector<Stream> streams_;         // sorted by key()
  std::vector<std::uint32_t> first_;    // first stream of each rank
  std::vector<bool> wild_;              // by rank: it has receives with wildcards
  std::vector<Queue> ready_, arrived_;  // by stream
  std::vector<Link> links_;
  std::vector<std::uint64_t> since_;  // by operation: when its wait began; 0 if it does not wait
  std::uint64_t now_ = 0;
};

}  // namespace romcast
