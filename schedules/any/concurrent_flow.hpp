// SPDX-License-Identifier: Apache-2.0
// The highest rate of messages with one destination each, as a maximum concurrent flow (Shahrokhi &
// Matula 1990): each pair of processors has a rate proportional to the number of its messages.
#pragma once

#include <optional>

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A path from one processor to another, and the share of the pair's messages that takes it.
struct FlowPath {
  std::vector<ChannelId> channels{};
  double share = 0;
};

struct ConcurrentFlow {
  /// Indexed by origin, then destination; paths[origin] is empty if the origin has no messages.
  std::vector<std::vector<std::vector<FlowPath>>> paths{};
  double cycles = 0;  ///< cycles that the busiest link needs for all messages
  /// Indexed by channel: the length of its links. With these lengths, the shortest paths prove a
  /// lower bound of the cycles, which an optimal flow attains up to rounding.
  std::vector<std::uint64_t> lengths{};
};

/// The flow of demand[o][d] messages from each origin o to each destination d; nullopt if the
/// solver does not find the flow within `seconds`.
std::optional<ConcurrentFlow> concurrent_flow(const Topology& topology,
                                              const std::vector<std::vector<std::uint32_t>>& demand,
                                              double seconds);

}  // namespace romcast::any
