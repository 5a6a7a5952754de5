// SPDX-License-Identifier: Apache-2.0
// Lower bounds of the period of frames, for all schedules.
#pragma once

#include "schedules/bounds/bounds.hpp"

namespace romcast::bounds {

/// The bounds `endpoint`, `total distance`, `cut` and, if words are combined, `operator`, except
/// those that would take too much work; the largest first. Each bound divides the number of times
/// that a frame uses some resources by the number of uses that a cycle allows; latencies do not
/// count, because frames overlap. Empty if there is nothing to send.
std::vector<Bound> period_bounds(const Task& task);

/// A lower bound of the period of frames in which no word waits and all words take shortest paths,
/// given a lower bound P = `bound` of all periods. The result is P + 1 if each word has one
/// destination, each endpoint has one link each way, frames of P cycles would use all slots of all
/// endpoints, and the number of hops of all words is not a multiple of P; else P, as in networks
/// too large to count the hops. The reason: modulo P, the delays of all words sum to the sum of all
/// arrival slots minus the sum of all departure slots, and these two sums are equal.
std::uint64_t no_wait_period(const Task& task, std::uint64_t bound);

}  // namespace romcast::bounds
