// SPDX-License-Identifier: Apache-2.0
// How long the messages of a broadcast are on their way.
#pragma once

#include <algorithm>
#include <optional>

#include "romcast/core/collective.hpp"
#include "romcast/core/paged.hpp"

namespace romcast {

class ItemDelay {
 public:
  /// Follows nothing but broadcasts, and these only if asked to.
  ItemDelay(const Collective& collective, bool follow)
      : begun_(follow && collective.kind() == CollectiveKind::broadcast
                   ? collective.message_numbers()
                   : 0,
               kNone) {}

  /// A message is sent from this time on; calls come in order of time.
  void begin(MessageId message, Cycle time) {
    if (begun_.empty() || begun_.get(message) != kNone) return;
    begun_.at(message) = time;
  }
  /// Somebody has a message that was sent.
  void end(MessageId message, Cycle time) {
    if (begun_.empty()) return;
    longest_ = std::max(longest_.value_or(0), time - begun_.get(message));
  }
  /// Of all messages.
  [[nodiscard]] std::optional<Cycle> longest() const { return longest_; }

 private:
  Paged<Cycle> begun_;
  std::optional<Cycle> longest_;
};

}  // namespace romcast
