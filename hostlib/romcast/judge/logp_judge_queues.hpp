// SPDX-License-Identifier: Apache-2.0
// The queues of a buffered LogP machine: what has arrived and was not taken yet.
#pragma once

#include <vector>

#include "romcast/judge/logp_judge_ports.hpp"

namespace romcast {

class ArrivalQueues {
 public:
  explicit ArrivalQueues(std::size_t processors) : waiting_(processors) {}

  /// How many are there then.
  std::uint32_t arrive(NodeId processor, MessageId message) {
    waiting_[processor].push_back(message);
    const auto depth = static_cast<std::uint32_t>(waiting_[processor].size());
    max_queue_ = std::max(max_queue_, depth);
    touched_.push_back(processor);
    return depth;
  }
  /// False: it is not there.
  bool take(NodeId processor, MessageId message) {
    auto& waiting = waiting_[processor];
    const auto found = std::ranges::find(waiting, message);
    if (found == waiting.end()) return false;
    waiting.erase(found);
    return true;
  }
  /// All arrivals and takings of a time are done.
  void end_time() {
    for (const NodeId processor : touched_) {
      const auto left = static_cast<std::uint32_t>(waiting_[processor].size());
      max_waiting_ = std::max(max_waiting_, left);
    }
    touched_.clear();
  }
  /// Most that had arrived by a time and were not taken before it.
  [[nodiscard]] std::uint32_t max_queue() const { return max_queue_; }
  /// Most that were left after the taking of a time.
  [[nodiscard]] std::uint32_t max_waiting() const { return max_waiting_; }

 private:
  std::vector<std::vector<MessageId>> waiting_;
  std::vector<NodeId> touched_;  // by arrivals of this time
  std::uint32_t max_queue_ = 0, max_waiting_ = 0;
};

}  // namespace romcast
