// SPDX-License-Identifier: Apache-2.0
// Scatter and gather, greedily or in the fewest cycles. For the fewest cycles, a maximum flow over
// links and cycles is split into the paths of single messages.
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

/// The hops of a greedy scatter or gather; empty if the hops would take more than `most` cycles. On
/// networks with more than kMostCarried nodes uses one tree and ignores `seed` and `most`. A gather
/// is a scatter with links and time reversed.
Hops rooted(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
