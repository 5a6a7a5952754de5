// SPDX-License-Identifier: Apache-2.0
// A flow in whole messages: each message gets one of the paths of its flow, or another one where
// those of the flow are too busy.
#pragma once

#include <functional>

#include "schedules/any/concurrent_flow.hpp"

namespace romcast::any {

struct WholePaths {
  std::vector<std::vector<ChannelId>> paths{};  ///< the different ones
  std::vector<std::uint32_t> of{};              ///< by message: its path; kNone: it need not move
  std::uint64_t busiest = 0;                    ///< cycles of the busiest link
};

/// The messages of each pair, as their flow shares them out; then messages leave links that are
/// busy for more than `target` cycles, until there are none or `go_on` ends it.
WholePaths whole_paths(const Task& task, const ConcurrentFlow& flow, std::uint64_t target,
                       const std::function<bool()>& go_on);

}  // namespace romcast::any
