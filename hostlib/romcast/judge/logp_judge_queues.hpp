// SPDX-License-Identifier: Apache-2.0
// The queues of a buffered LogP machine: messages that have arrived and were not taken yet.
#pragma once

#include <optional>
#include <vector>

#include "romcast/judge/logp_judge_ports.hpp"

namespace romcast {

class ArrivalQueues {
 public:
  struct Waiting {
    MessageId message = 0;
    LogpTime since = 0;
    bool reported = false;  // reported as waiting although its processor takes nothing
  };

  explicit ArrivalQueues(std::size_t processors) : waiting_(processors) {}

  /// Returns the number of messages in the processor's queue after the arrival.
  std::uint32_t arrive(NodeId processor, MessageId message, LogpTime time) {
    waiting_[processor].push_back({message, time});
    const auto depth = static_cast<std::uint32_t>(waiting_[processor].size());
    max_queue_ = std::max(max_queue_, depth);
    touched_.push_back(processor);
    return depth;
  }
  /// Removes a message from a processor's queue. Returns the time of the message's arrival, or
  /// nullopt if the message is not in the queue.
  std::optional<LogpTime> take(NodeId processor, MessageId message) {
    auto& waiting = waiting_[processor];
    const auto found = std::ranges::find(waiting, message, &Waiting::message);
    if (found == waiting.end()) return std::nullopt;
    const LogpTime since = found->since;
    waiting.erase(found);
    return since;
  }
  /// The messages that wait at a processor, the oldest first.
  [[nodiscard]] std::vector<Waiting>& at(NodeId processor) { return waiting_[processor]; }
  [[nodiscard]] NodeId processors() const { return static_cast<NodeId>(waiting_.size()); }
  /// Called after all arrivals and takings of a time.
  void end_time() {
    for (const NodeId processor : touched_) {
      const auto left = static_cast<std::uint32_t>(waiting_[processor].size());
      max_waiting_ = std::max(max_waiting_, left);
    }
    touched_.clear();
  }
  /// Largest number of messages in a queue after the arrivals of a time, before the takings of that
  /// time.
  [[nodiscard]] std::uint32_t max_queue() const { return max_queue_; }
  /// Largest number of messages in a queue after the arrivals and takings of a time.
  [[nodiscard]] std::uint32_t max_waiting() const { return max_waiting_; }

 private:
  std::vector<std::vector<Waiting>> waiting_;
  std::vector<NodeId> touched_;  // processors with arrivals at this time
  std::uint32_t max_queue_ = 0, max_waiting_ = 0;
};

}  // namespace romcast
