// SPDX-License-Identifier: Apache-2.0
// Shortens schedules by sweeps. Each sweep moves every hop as late as possible, then, in the order
// of the cycles that this gives, every hop as early as possible (forward-backward improvement, Li &
// Willis 1992).
#pragma once

#include <functional>

#include "schedules/any/branches.hpp"

namespace romcast::any {

/// Multi-port, full-duplex. Starts with the hops in the order of their urgencies and ends when the
/// schedule has at most `bound` cycles, after `sweeps` sweeps, or when go_on() is false. Returns no
/// hops if no schedule with fewer than `known` cycles is found.
Hops justified(const Task& task, const Branches& branches, Cycle bound, Cycle known,
               std::size_t sweeps, const std::function<bool()>& go_on);

}  // namespace romcast::any
