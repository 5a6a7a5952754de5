// SPDX-License-Identifier: Apache-2.0
// The processors to which each channel of a tree leads, and thus the only path from a switch to
// each processor.
#pragma once

#include <vector>

#include "romcast/core/topology.hpp"
#include "romcast/judge/message_ends.hpp"

namespace romcast {

/// Supports trees whose processors are numbered from left to right, and whose switches have two or
/// more children with equally many processors each; empty for other networks.
class TreeWays {
 public:
  explicit TreeWays(const Topology& topology);

  [[nodiscard]] bool empty() const { return switches_.empty(); }
  /// The channel by which a switch sends to a processor without a detour.
  [[nodiscard]] ChannelId next(NodeId at, NodeId processor) const {
    const Switch& one = switches_[at - first_];
    const std::uint32_t place = processor - one.behind.low;
    const std::uint32_t outside = place < one.behind.count ? 0 : kNone;
    // No branch: a branch predictor cannot learn whether messages go up or down.
    return ways_[one.ways + ((one.each.quotient(place) & ~outside) | (one.children & outside))];
  }
  /// True if a channel leads to this processor without a detour.
  [[nodiscard]] bool leads(ChannelId channel, NodeId processor) const {
    const Behind& behind = channels_[channel];
    return (processor - behind.low < behind.count) != behind.but_these;
  }

 private:
  struct Behind {  // processors low .. low+count-1, or all but these
    std::uint32_t low = 0, count = 0;
    bool but_these = false;
  };
  struct Switch {
    Behind behind;           // the processors below the switch
    std::uint32_t ways = 0;  // index of its channels in ways_: down, then up
    std::uint32_t children = 0;
    KnownDivisor each{1};  // processors below one child
  };
  [[nodiscard]] bool add(const Topology& topology, NodeId node);
  [[nodiscard]] Behind below(NodeId node) const;

  NodeId first_;  // first switch
  std::vector<Switch> switches_;
  std::vector<ChannelId> ways_;
  std::vector<Behind> channels_;
};

}  // namespace romcast
