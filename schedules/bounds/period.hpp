// SPDX-License-Identifier: Apache-2.0
// Lower bounds of periods: cycles after which a frame cannot begin again, whatever its schedule.
#pragma once

#include "schedules/bounds/bounds.hpp"

namespace romcast::bounds {

/// The bounds `endpoint`, `total distance`, `cut` and, where words are combined, `operator`, the
/// largest first. Each is a number of words
/// over the words that a resource carries per cycle; no latency counts, as frames overlap. Empty if
/// there is nothing to send.
std::vector<Bound> period_bounds(const Task& task);

/// The least period of frames in which no word waits and all take shortest paths, given a bound of
/// periods: one more where all slots of all endpoints would be in use, and the hops of all words
/// are no multiple of the period. From slot to slot modulo P, words take as many cycles in all as
/// the slots of their arrivals are later, that is 0 modulo P.
std::uint64_t no_wait_period(const Task& task, std::uint64_t bound);

}  // namespace romcast::bounds
