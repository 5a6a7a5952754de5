// SPDX-License-Identifier: Apache-2.0
// Scatter and gather in the fewest cycles: a maximum flow over links and cycles, told apart into
// the ways of single messages.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A scatter or gather; no schedule has fewer cycles. `least` is a lower bound, from which the
/// search goes up. Empty if the network of links and cycles is too large.
Hops by_flow(const Task& task, Cycle least);

/// A scatter or gather, greedily. A gather is a scatter in which links and time are turned round.
Hops rooted(const Task& task, unsigned seed, Cycle most = kNone);

}  // namespace romcast::any
