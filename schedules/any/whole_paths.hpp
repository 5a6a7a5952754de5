// SPDX-License-Identifier: Apache-2.0
// Rounds a flow to whole messages: each message gets a path that the flow uses for its origin and
// destination, or another path if links of these paths are too busy.
#pragma once

#include <functional>

#include "schedules/any/concurrent_flow.hpp"

namespace romcast::any {

struct WholePaths {
  std::vector<std::vector<ChannelId>> paths{};  ///< numbered; some may be equal or unused
  std::vector<std::uint32_t> of{};  ///< by message: number of its path; kNone: it need not move
  std::uint64_t busiest = 0;        ///< cycles of the busiest link
};

/// Divides the messages of each pair (origin, destination) among the pair's paths in `flow`, in
/// proportion to the shares of the paths. Then moves messages, in a limited number of rounds, from
/// links that are busy for more than `target` cycles, while there are such links and go_on() is
/// true. Returns the state with the smallest `busiest`.
WholePaths whole_paths(const Task& task, const ConcurrentFlow& flow, std::uint64_t target,
                       const std::function<bool()>& go_on);

}  // namespace romcast::any
