// SPDX-License-Identifier: Apache-2.0
// Which receive of a GOAL program gets which message.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "romcast/goal/goal_graph.hpp"

namespace romcast {

/// A message goes to the first receive of its rank that is ready and fits in sender and tag, a
/// receive takes the first message that came and fits. Receives of one rank, sender and tag (or
/// wildcard) share two queues, so that neither has to be looked for.
class GoalMatching {
 public:
  explicit GoalMatching(const GoalGraph& graph);

  /// A receive is ready: the send whose message it gets; kNone if it waits from now on.
  std::uint32_t receive(std::uint32_t receive);
  /// The message of a send has come: the receive that gets it; kNone if it waits from now on.
  std::uint32_t arrive(std::uint32_t send);

  /// Receives that wait, rank by rank, those of a rank as they became ready.
  [[nodiscard]] std::vector<std::uint32_t> ready() const { return waiting(GoalOp::Kind::receive); }
  /// Sends whose messages wait, by receiving rank, those of a rank as they came.
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
  using Streams = std::array<std::uint32_t, 4>;  // kNone: no receive is like that

  [[nodiscard]] std::uint32_t find(const Stream& stream) const;
  [[nodiscard]] Streams streams_of(std::uint32_t send) const;
  [[nodiscard]] std::vector<std::uint32_t> waiting(GoalOp::Kind kind) const;
  void append(Queue& queue, std::uint32_t op);
  // Drops what waits no longer; kNone if nothing is left.
  std::uint32_t front(Queue& queue);

  const GoalGraph& graph_;
  std::vector<Stream> streams_;         // sorted
  std::vector<std::uint32_t> first_;    // stream of a rank
  std::vector<bool> wild_;              // a rank has receives with wildcards
  std::vector<Queue> ready_, arrived_;  // of a stream
  std::vector<Link> links_;
  std::vector<std::uint64_t> since_;  // of an operation that waits: when; 0 if it does not
  std::uint64_t now_ = 0;
};

}  // namespace romcast
