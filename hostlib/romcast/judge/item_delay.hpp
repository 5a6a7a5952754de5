// SPDX-License-Identifier: Apache-2.0
// Measures the delay of a broadcast's messages, from the first send to the last reception of each.
#pragma once

#include <algorithm>
#include <optional>

#include "romcast/core/collective.hpp"
#include "romcast/core/paged.hpp"

namespace romcast {

class ItemDelay {
 public:
  /// Follows broadcasts only, and only if `follow` is set.
  ItemDelay(const Collective& collective, bool follow)
      : begun_(follow && collective.traits().one_to_all() ? collective.message_numbers() : 0,
               kNone) {}

  /// The source starts to send a message; calls come in order of time.
  void begin(MessageId message, Cycle time) {
    if (begun_.empty() || begun_.get(message) != kNone) return;
    begun_.at(message) = time;
  }
  /// A processor has received a message for which begin() was called.
  void end(MessageId message, Cycle time) {
    if (begun_.empty()) return;
    longest_ = std::max(longest_.value_or(0), time - begun_.get(message));
  }
  /// The longest delay of a message, in cycles; nullopt if no message was followed to a receiver.
  [[nodiscard]] std::optional<Cycle> longest() const { return longest_; }

 private:
  Paged<Cycle> begun_;
  std::optional<Cycle> longest_;
};

}  // namespace romcast
