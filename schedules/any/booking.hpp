// SPDX-License-Identifier: Apache-2.0
// Records which links and ports are in use in each cycle, for schedules that are built hop by hop.
#pragma once

#include <vector>

#include "schedules/any/any.hpp"

namespace romcast::any {

class Booking {
 public:
  /// The topology must outlive the booking.
  Booking(const Topology& topology, Ports ports);

  /// Books a hop along a channel in the first cycle after `since` in which a link of the channel
  /// and the ports of both ends are free; returns the hop.
  Hop place(ChannelId channel, MessageId message, Cycle since);
  /// Books a hop of another schedule, in the cycle and on the channel of `hop`; a link of the
  /// channel and the ports must be free then. Returns the hop, whose lane may differ from the lane
  /// of `hop`.
  Hop keep(const Hop& hop);

 private:
  // The uses of a channel's links, or of a node's ports, in each cycle; limit kNone: unlimited.
  class Uses {
   public:
    explicit Uses(std::uint32_t limit) : limit_(limit) {}
    [[nodiscard]] bool free(Cycle cycle) const {
      return limit_ == kNone || cycle >= used_.size() || used_[cycle] < limit_;
    }
    void take(Cycle cycle) {
      if (limit_ == kNone) return;
      if (cycle >= used_.size()) used_.resize(cycle + std::size_t{1}, 0);
      ++used_[cycle];
    }
    [[nodiscard]] std::uint32_t taken(Cycle cycle) const {
      return cycle < used_.size() ? used_[cycle] : 0;
    }

   private:
    std::uint32_t limit_;
    std::vector<std::uint32_t> used_;
  };

  Hop take(ChannelId channel, MessageId message, Cycle cycle);
  [[nodiscard]] bool free(ChannelId channel, Cycle cycle) const;
  // The ports that a reception uses.
  [[nodiscard]] std::vector<Uses>& receptions() { return shared_ ? sends_ : receives_; }

  const Topology& topology_;
  bool half_, shared_;
  std::vector<Uses> links_, sends_, receives_;  // links_ by channel; ports by node
};

}  // namespace romcast::any
