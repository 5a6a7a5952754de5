// SPDX-License-Identifier: Apache-2.0
// Schedules made shorter by sweeps: every hop as late as possible, then every hop as early as
// possible in the order of its latest time, and again (forward-backward improvement, Li & Willis
// 1992).
#pragma once

#include <functional>

#include "schedules/any/branches.hpp"

namespace romcast::any {

/// All ports, full-duplex. Starts with the hops in the order of their urgencies and ends at `bound`
/// cycles, after `sweeps`, or when `go_on` is false. Empty unless it takes fewer cycles than
/// `known`.
Hops justified(const Task& task, const Branches& branches, Cycle bound, Cycle known,
               std::size_t sweeps, const std::function<bool()>& go_on);

}  // namespace romcast::any
