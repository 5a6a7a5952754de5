// SPDX-License-Identifier: Apache-2.0
// Scatter and gather in the fewest cycles: a maximum flow over links and cycles, split into the
// paths of single messages.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// Scatter or gather.
bool is_rooted(const Collective& collective);

/// A scatter or gather in the fewest cycles of all schedules. `least` is a lower bound, at which
/// the search starts. Empty if the network of links and cycles is too large.
Hops by_flow(const Task& task, Cycle least);

/// In larger networks the paths of all single messages take too much memory.
inline constexpr std::size_t kMostCarried = 8192;

/// A greedy scatter or gather. Networks with more than kMostCarried nodes use one tree for all
/// seeds. A gather is a scatter in which links and time are turned round.
Hops rooted(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
