// SPDX-License-Identifier: Apache-2.0
// Shortens schedules by sweeps. Each sweep moves every hop as late as possible, then, in the order
// of the resulting cycles, every hop as early as possible (forward-backward improvement, Li &
// Willis 1992).
#pragma once

#include <functional>

#include "schedules/any/branches.hpp"

namespace romcast::any {

/// The hops of the shortest schedule found, for multi-port, full-duplex networks; empty if no
/// schedule with fewer than `known` cycles is found. Starts with the hops in the order of their
/// urgencies; ends at a schedule of at most `bound` cycles, after `sweeps` sweeps, or when go_on()
/// is false.
Hops justified(const Task& task, const Branches& branches, Cycle bound, Cycle known,
               std::size_t sweeps, const std::function<bool()>& go_on);

}  // namespace romcast::any
