// SPDX-License-Identifier: Apache-2.0
// Scatter and gather: in the fewest cycles, by a maximum flow over links and cycles that is split
// into the paths of single messages, or greedily.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// True for a scatter or gather.
bool is_rooted(const Collective& collective);

/// A scatter or gather in the fewest cycles of all schedules. `least` is a lower bound, at which
/// the search starts. Empty if the time-expanded network is too large.
Hops by_flow(const Task& task, Cycle least);

/// The most nodes for which messages get individual paths; more would take too much memory.
inline constexpr std::size_t kMostCarried = 8192;

/// A greedy scatter or gather. Networks with more than kMostCarried nodes use one tree for all
/// seeds. A gather is a scatter with links and time reversed.
Hops rooted(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
